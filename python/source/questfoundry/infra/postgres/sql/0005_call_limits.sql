-- The limits of accounts with model providers, which all projects share. An account is the digest
-- of a server's address and a key. If a crash empties these tables, limits begin anew.

CREATE SCHEMA qf_limits;
GRANT USAGE ON SCHEMA qf_limits TO qf_app;

CREATE UNLOGGED TABLE qf_limits.accounts (
    account text PRIMARY KEY,
    next_call timestamptz NOT NULL DEFAULT '-infinity',
    next_token timestamptz NOT NULL DEFAULT '-infinity',
    closed_until timestamptz NOT NULL DEFAULT '-infinity'
);
CREATE UNLOGGED TABLE qf_limits.leases (
    account text NOT NULL REFERENCES qf_limits.accounts ON DELETE CASCADE,
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (account, id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON qf_limits.accounts, qf_limits.leases TO qf_app;

-- Return the limits of an account, locked for this transaction.
CREATE FUNCTION qf_limits.lock_account(wanted text) RETURNS qf_limits.accounts LANGUAGE plpgsql AS $$
DECLARE
    found qf_limits.accounts;
BEGIN
    INSERT INTO qf_limits.accounts (account) VALUES (wanted) ON CONFLICT DO NOTHING;
    SELECT * INTO found FROM qf_limits.accounts WHERE account = wanted FOR UPDATE;
    RETURN found;
END
$$;

-- Take the next slot for a call of some tokens. `call_seconds` and `token_seconds` are the seconds
-- for one call and one token. A lease ends `lease_seconds` after the start of its call.
CREATE FUNCTION qf_limits.take_slot(
    wanted text, call_seconds float8, token_seconds float8, tokens bigint,
    calls_at_once bigint, lease_seconds float8,
    OUT wait float8, OUT is_taken boolean, OUT is_closed boolean, OUT lease bigint
) LANGUAGE plpgsql AS $$
DECLARE
    own qf_limits.accounts := qf_limits.lock_account(wanted);
    now_is timestamptz := clock_timestamp();
    begins timestamptz := greatest(now_is, own.next_call, own.next_token);
BEGIN
    is_closed := own.closed_until > now_is;
    is_taken := NOT is_closed;
    IF is_closed THEN
        wait := extract(epoch FROM own.closed_until - now_is);
        RETURN;
    END IF;
    IF calls_at_once IS NOT NULL THEN
        DELETE FROM qf_limits.leases WHERE account = wanted AND expires_at <= now_is;
        is_taken := (SELECT count(*) FROM qf_limits.leases WHERE account = wanted)
            < calls_at_once;
        IF is_taken THEN
            INSERT INTO qf_limits.leases (account, expires_at)
                VALUES (wanted, begins + make_interval(secs => lease_seconds)) RETURNING id INTO lease;
        END IF;
    END IF;
    wait := CASE WHEN is_taken THEN extract(epoch FROM begins - now_is) ELSE 0 END;
    IF is_taken THEN
        UPDATE qf_limits.accounts SET
            next_call = begins + make_interval(secs => call_seconds),
            next_token = begins + make_interval(secs => tokens * token_seconds)
            WHERE account = wanted;
    END IF;
END
$$;

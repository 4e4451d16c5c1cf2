-- Remove at most `batch` jobs that ended at least `age` ago, with their events. Ended jobs never
-- change, so this disturbs no worker.
CREATE FUNCTION qf_queue.clean_jobs(
    age interval, batch integer, OUT jobs bigint, OUT events bigint
) LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = qf_queue, pg_temp AS $$
DECLARE
    number bigint;
    removed bigint;
BEGIN
    jobs := 0;
    events := 0;
    FOR number IN
        SELECT id FROM procrastinate_jobs AS job
        WHERE status NOT IN ('todo', 'doing') AND NOT EXISTS (
            SELECT FROM procrastinate_events AS event
            WHERE event.job_id = job.id AND event.at > now() - age
        )
        ORDER BY id LIMIT batch FOR UPDATE SKIP LOCKED
    LOOP
        PERFORM qf_queue.choose_project(number);
        DELETE FROM qf.job_events WHERE job = number;
        GET DIAGNOSTICS removed = ROW_COUNT;
        DELETE FROM qf.jobs WHERE id = number;
        DELETE FROM procrastinate_jobs WHERE id = number;
        jobs := jobs + 1;
        events := events + removed;
    END LOOP;
END
$$;
REVOKE EXECUTE ON FUNCTION qf_queue.clean_jobs FROM PUBLIC;
GRANT EXECUTE ON FUNCTION qf_queue.clean_jobs TO qf_worker;

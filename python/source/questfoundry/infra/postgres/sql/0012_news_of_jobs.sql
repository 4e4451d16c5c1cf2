-- Notify those who wait for the end of a job; qf.log_event notifies those who follow its events.
CREATE FUNCTION qf_queue.notify_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('qf_job_ends', NEW.id::text);
    RETURN NULL;
END
$$;
CREATE TRIGGER qf_notify_end AFTER UPDATE OF status ON qf_queue.procrastinate_jobs
    FOR EACH ROW WHEN (NEW.status NOT IN ('todo', 'doing'))
    EXECUTE FUNCTION qf_queue.notify_end();

-- The files of a project, such as project.yaml and artifacts/dream.yaml, each with its content.

CREATE TABLE qf_data.files (
    tenant text NOT NULL,
    project text NOT NULL,
    name text NOT NULL,
    content bytea NOT NULL,
    stamp timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (tenant, project, name),
    FOREIGN KEY (tenant, project) REFERENCES qf_data.projects ON DELETE CASCADE
);
CALL qf_data.publish('files');

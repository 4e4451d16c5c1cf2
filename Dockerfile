# qf for stories in a folder of yours. It needs no model; a volume keeps models that you pull:
#   docker build -t questfoundry .
#   docker run --rm -it -v "$PWD:/stories" questfoundry run "A noir mystery in a drowned city"
FROM python:3.12-slim AS build
COPY . /source
RUN pip wheel --no-deps --wheel-dir /wheels /source

FROM python:3.12-slim
RUN --mount=from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir "questfoundry[books,database,local,mcp] @ file://$(echo /wheels/*.whl)"
# Any user id (--user) can write settings and models here.
ENV HOME=/home/author
RUN mkdir --parents "$HOME" /stories \
 && chmod --recursive a+rwX "$HOME" /stories
USER 1000
WORKDIR /stories
ENTRYPOINT ["qf"]
CMD ["--help"]

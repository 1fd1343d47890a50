# podman build -t dropline:1.1.0 .
# Any image of Debian 12 or later with Node 20.19 or later, npm and a user `node`. The road engine has no binary for musl.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS base
# The road engine is linked with it.
RUN apt-get update && apt-get install -y --no-install-recommends libbsd0 && rm -rf /var/lib/apt/lists/*

FROM base AS build
WORKDIR /source
COPY . .
RUN npm run release && mv dist/release/dropline-*/ /release

FROM base
LABEL org.opencontainers.image.title="Dropline" org.opencontainers.image.licenses="MIT"
COPY --from=build /release /dropline
RUN mkdir /data && chown node:node /data
WORKDIR /dropline
USER node
ENV NODE_ENV=production DATA_DIR=/data
VOLUME /data
EXPOSE 3000
# Whether the process runs. Load balancers poll /readyz: a process without its database must not be restarted.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", \
  "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((it) => process.exit(it.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.mjs"]

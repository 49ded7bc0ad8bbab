# Two images of one home, for docker-compose.yml; docs/deploying.md explains both.
#
#   docker build --target static .    the built pages on nginx, port 80
#   docker build --target gateway .   the server: readings, chat, bridge; ports 4200 and 8765
#
# Both run as an ordinary user and write only below /run/home-world (static) and /data (gateway).

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /home-world
# The image's own Node builds the pages: without install scripts npm does not load it a second time.
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund --ignore-scripts
COPY tsconfig.json rollup.config.mjs *.html *.ts ./
COPY ci ci
COPY components components
COPY data data
COPY docs/pictures docs/pictures
COPY harness harness
COPY public public
COPY theme theme
COPY world world
RUN npm run build
RUN node ci/nginx.ts dist nginx
RUN node ci/pack/compile.ts

FROM debian:12.15-slim AS static
# The same packages as in the tests. Debian's nginx has modules that serve .br files and that filter what a code host sends.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates curl gettext-base libnginx-mod-http-brotli-static libnginx-mod-http-js nginx \
  && rm -rf /var/lib/apt/lists/*
COPY deploy/nginx /etc/home-world/nginx
COPY --from=build /home-world/nginx /etc/home-world/nginx
COPY --from=build /home-world/dist /srv/home-world/pages
# The configuration is filled in at the start, so that “nginx -t” and “nginx -s reload” find it in its usual place.
RUN mkdir -p /srv/home-world/files /run/home-world \
  && chown www-data:www-data /run/home-world \
  && ln -sf /run/home-world/nginx.conf /etc/nginx/nginx.conf
USER www-data
EXPOSE 80
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s CMD ["curl", "--fail", "--silent", "--show-error", "--output", "/dev/null", "http://127.0.0.1/healthz"]
ENTRYPOINT ["/etc/home-world/nginx/start.sh"]
CMD ["nginx"]

FROM node:24.21.0-bookworm-slim AS gateway
WORKDIR /home-world
ENV NODE_ENV=production \
  HOME_WORLD_HOST=0.0.0.0 \
  HOME_WORLD_DATA=/data \
  HOME_WORLD_BRIDGE_PORT=8765
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund --ignore-scripts && npm cache clean --force
COPY harness/home-world.js harness/node-version.js harness/
COPY --from=build /home-world/compiled compiled
COPY --from=build /home-world/dist dist
COPY CONTRIBUTING.md ./
COPY docs/*.md docs/
COPY training training
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4200 8765
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s CMD ["node", "--eval", "fetch('http://127.0.0.1:4200/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "harness/home-world.js"]
CMD ["serve"]

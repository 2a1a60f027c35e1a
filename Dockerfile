# The shop as an image. The first stage installs and builds; the second holds only what runs.
# Pin the base image by its digest when you build for production: see docs/deploy.md.
ARG NODE_IMAGE=node:24-bookworm-slim
FROM ${NODE_IMAGE} AS built
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts ./scripts
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN node scripts/build-if-stale.mjs \
  && npm uninstall --no-save --omit=dev --no-audit --no-fund rolldown vite && rm -rf .cache \
  && npm run --silent sbom > dist/sbom.cdx.json

FROM ${NODE_IMAGE}
# Live unless the environment says otherwise: a forgotten line must not open a demo world to the internet.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 GIFTPOINT_DATA=/data GIFTPOINT_LIVE=true GIFTPOINT_DEMO=false
WORKDIR /app
COPY --from=built --chown=root:root /app/package.json /app/package-lock.json ./
COPY --from=built --chown=root:root /app/scripts ./scripts
COPY --from=built --chown=root:root /app/server/platform/db/schema ./server/platform/db/schema
COPY --from=built --chown=root:root /app/server/platform/db/migrations ./server/platform/db/migrations
COPY --from=built --chown=root:root /app/server/platform/db/functions ./server/platform/db/functions
COPY --from=built --chown=root:root /app/starting-shop ./starting-shop
COPY --from=built --chown=root:root /app/dist ./dist
COPY --from=built --chown=root:root /app/node_modules ./node_modules
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm: npm would be the first process and end before the shop has ended.
CMD ["node", "scripts/start.mjs"]

# The shop as an image. Packages and build are made once, in the first stage; the second holds what runs.
FROM node:24-bookworm-slim AS built
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts ./scripts
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/build-if-stale.mjs && npm ci --omit=dev --no-audit --no-fund && rm -rf .cache

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 GIFTPOINT_DATA=/data
WORKDIR /app
# Times and all go along: a tree as it was built is not built again.
COPY --from=built --chown=root:root /app /app
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# Not by npm: it would be the first process, and end before the shop has.
CMD ["node", "scripts/start.mjs"]

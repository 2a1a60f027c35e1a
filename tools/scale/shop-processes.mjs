// Shops of this build, each in a process of its own.
import { spawn } from 'node:child_process'
import path from 'node:path'

import { root } from '../../scripts/prepare.mjs'
import { folder, folderFor, start, stop, waitUntil } from './programs.mjs'

const SMALL = 'demo/small-world'
const ENVIRONMENT = { GIFTPOINT_WORLD: SMALL, LOGIN_TRIES_PER_MINUTE: '100000', LOG_LEVEL: 'warn' }

export const nameOf = (number) => `shop-${number}`

export function startShop(cluster, number, environment = {}) {
  return start(nameOf(number), process.execPath, [path.join(root, 'dist/main.mjs')], {
    environment: {
      ...ENVIRONMENT,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(cluster.port.shop(number)),
      PUBLIC_URL: cluster.front,
      TRUSTED_PROXIES: '127.0.0.1',
      GIFTPOINT_DATA: path.join(folder, `data-${number}`),
      DATABASE_URL: cluster.url,
      ...environment,
    },
  })
}

export const urlOf = (cluster, number) => `http://127.0.0.1:${cluster.port.shop(number)}`

export function untilShopReady(cluster, number) {
  return waitUntil(
    nameOf(number),
    async () => (await fetch(`${urlOf(cluster, number)}/health/ready`)).ok,
  )
}

export async function startShops(cluster, environment = {}, numbers = [1, 2]) {
  for (const number of numbers) startShop(cluster, number, environment)
  await Promise.all(numbers.map((number) => untilShopReady(cluster, number)))
}

export async function stopShops(numbers = [1, 2]) {
  await Promise.all(numbers.map((number) => stop(nameOf(number))))
}

/** Runs `npm run shop -- …` of this build. Returns its output and exit code. */
export function command(cluster, args, environment = {}) {
  return new Promise((done) => {
    const child = spawn(process.execPath, [path.join(root, 'dist/shop.mjs'), ...args], {
      cwd: root,
      env: {
        ...process.env,
        ...ENVIRONMENT,
        DATABASE_URL: cluster.url,
        GIFTPOINT_DATA: folderFor('data-command'),
        ...environment,
      },
    })
    let output = ''
    child.stdout.on('data', (part) => (output += part))
    child.stderr.on('data', (part) => (output += part))
    child.on('close', (code) => done({ code, said: output }))
  })
}

import { createReadStream, existsSync, mkdirSync, statSync } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = path.dirname(fileURLToPath(import.meta.url))
const modules = path.join(here, 'node_modules')

const own = path.join(os.tmpdir(), 'picture-studio-chromium-147')
mkdirSync(own, { recursive: true })
const fontList = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${own}/fonts</dir><cachedir>${own}/font-cache</cachedir></fontconfig>`

const page = `<!doctype html><meta charset="utf-8"><title>studio</title>
<script type="importmap">{"imports":{"three":"/node_modules/three/build/three.module.js","three/addons/":"/node_modules/three/examples/jsm/"}}</script>
<script type="module" src="/workshop/stage/picture-stage.js"></script>`

/** A studio in a headless browser: `take(order)` gives raw RGBA pixels. */
export async function openStudio() {
  const waiting = new Map()
  const server = http.createServer((request, response) => {
    const url = decodeURIComponent(request.url.split('?')[0])
    if (url === '/') return response.setHeader('content-type', 'text/html').end(page)
    if (url.startsWith('/pixels/')) return receive(request, response, waiting)
    const file = url.startsWith('/workshop/')
      ? path.join(here, url.slice('/workshop/'.length))
      : path.join(modules, url.slice('/node_modules/'.length))
    const allowed = file.startsWith(here) || file.startsWith(modules)
    if (!allowed || !existsSync(file) || !statSync(file).isFile())
      return response.writeHead(404).end()
    response.setHeader('content-type', 'text/javascript')
    createReadStream(file).pipe(response)
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))

  const browser = await launch()
  const tab = await browser.newPage({ viewport: { width: 320, height: 200 } })
  const troubles = []
  tab.on('pageerror', (error) => troubles.push(error.message))
  tab.on('console', (line) => {
    if (line.type() === 'error') troubles.push(line.text().slice(0, 2000))
  })
  tab.setDefaultTimeout(300_000)
  await tab.goto(`http://127.0.0.1:${server.address().port}/`)
  await tab
    .waitForFunction(() => window.takePicture, null, { timeout: 60_000 })
    .catch(async () => {
      await browser.close()
      server.close()
      throw new Error(`the studio did not open: ${troubles.join('\n')}`)
    })

  await beModest()

  let ticket = 0
  return {
    async take(order) {
      const mine = String(++ticket)
      const arrived = new Promise((done) => waiting.set(mine, done))
      troubles.length = 0
      const spent = await tab.evaluate((o) => window.takePicture(o), { ...order, ticket: mine })
      if (troubles.length) throw new Error(troubles.join('\n'))
      const pixels = await arrived
      waiting.delete(mine)
      return { pixels, spent }
    },
    families: () => tab.evaluate(() => window.knownFamilies),
    async close() {
      await browser.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

function receive(request, response, waiting) {
  const parts = []
  request.on('data', (part) => parts.push(part))
  request.on('end', () => {
    waiting.get(request.url.slice('/pixels/'.length))?.(Buffer.concat(parts))
    response.end('ok')
  })
}

async function launch() {
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
  const { chromium } = await import('playwright-core')
  const executablePath = process.env.CHROMIUM ?? (await bundledChromium())
  await writeFile(path.join(own, 'fonts.conf'), fontList)
  return chromium.launch({
    executablePath,
    env: { ...process.env, FONTCONFIG_FILE: path.join(own, 'fonts.conf') },
    args: [
      '--no-sandbox',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
    ],
  })
}

/** Unpacks into a folder of its own: two programs unpacking into one place spoil each other's file. */
async function bundledChromium() {
  const usual = { TMPDIR: process.env.TMPDIR, FONTCONFIG_PATH: process.env.FONTCONFIG_PATH }
  process.env.TMPDIR = own
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    return await chromium.executablePath()
  } finally {
    for (const [name, value] of Object.entries(usual)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

/** The browser raises its own priority where it may; it should be as modest as this program. */
async function beModest() {
  if (process.platform !== 'linux') return
  const parents = new Map()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
    if (parent) parents.set(Number(name), Number(parent))
  }
  const ours = (id) => id === process.pid || (parents.has(id) && ours(parents.get(id)))
  for (const id of parents.keys()) {
    if (id === process.pid || !ours(id)) continue
    try {
      os.setPriority(id, os.getPriority())
    } catch {
      // It has ended in the meantime.
    }
  }
}

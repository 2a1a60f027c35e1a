// Renders the pictures of picture-list.mjs to WebP.
//   node demo/pictures/render-pictures.mjs                 everything
//     --only vase,mug-2     pictures, codes, families or kinds (product, scene) whose name is or starts so
//     --missing             only what is not there yet
//     --first               only the first picture of every family
//     --main                only the main picture of every gift
//     --size 400            smaller, for designing
//     --out some/folder     instead of demo/world/pictures
//     --sheet sheet.png     also a contact sheet of what was rendered
//     --quality 0.5         share of the usual number of passes
//     --jobs 1              browsers at once
//     --frames 48           the welcome as that many frames, instead of the list
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { contactSheet } from './contact-sheet.mjs'
import { openStudio } from './picture-browser.mjs'
import { everyPicture, welcomeFrames } from './picture-list.mjs'

const here = path.dirname(fileURLToPath(import.meta.url))
const { values: wish } = parseArgs({
  options: {
    only: { type: 'string' },
    missing: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    main: { type: 'boolean', default: false },
    size: { type: 'string' },
    out: { type: 'string', default: path.join(here, '../world/pictures') },
    sheet: { type: 'string' },
    columns: { type: 'string', default: '6' },
    quality: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    frames: { type: 'string' },
  },
})

const wanted = choose(wish.frames ? welcomeFrames(Number(wish.frames)) : everyPicture())
await mkdir(wish.out, { recursive: true })
await copyLogos()
const done = []
const failed = []
const queue = [...wanted]
await Promise.all(Array.from({ length: Math.max(1, Number(wish.jobs)) }, work))
report()
if (wish.sheet) await layOut()

async function work() {
  if (queue.length === 0) return
  let studio = await openStudio()
  let taken = 0
  try {
    for (let order = queue.shift(); order; order = queue.shift()) {
      // A fresh browser now and then keeps memory flat over a thousand pictures.
      if (++taken % 150 === 0) {
        await studio.close()
        studio = await openStudio()
      }
      if (await develop(studio, order)) continue
      // The browser may have died under way: once more in a new one.
      await studio.close().catch(() => {})
      studio = await openStudio()
      if (!(await develop(studio, order))) failed.push(order.name)
    }
  } finally {
    await studio.close()
  }
}

async function develop(studio, order) {
  const scale = wish.size ? Number(wish.size) / 1200 : 1
  const [width, height] = [order.width ?? 1200, order.height ?? 1200].map((v) =>
    Math.round(v * scale),
  )
  const started = Date.now()
  try {
    const { pixels, spent } = await studio.take({
      ...order,
      width,
      height,
      quality: Number(wish.quality),
    })
    const file = path.join(wish.out, `${order.name}.webp`)
    const picture = await toWebp(sharp(pixels, { raw: { width, height, channels: 4 } }))
    await writeFile(file, picture)
    done.push({ name: order.name, file, bytes: picture.length, spent, total: Date.now() - started })
    console.log(`${order.name}  ${spent} ms  ${Math.round(picture.length / 1024)} KB`)
    return true
  } catch (error) {
    console.error(`${order.name}  FAILED  ${error.message.slice(0, 1500)}`)
    return false
  }
}

/** Woven things are costly to store; they bear a little less quality. */
async function toWebp(raw) {
  const upright = await raw.flip().removeAlpha().png({ compressionLevel: 1 }).toBuffer()
  let picture
  for (const quality of [82, 74, 66, 58]) {
    picture = await sharp(upright).webp({ quality, effort: 5, smartSubsample: true }).toBuffer()
    if (picture.length < 100 * 1024) break
  }
  return picture
}

function choose(all) {
  const names = wish.only?.split(',').map((name) => name.trim())
  const seen = new Set()
  return all.filter((order) => {
    if (names && !names.some((name) => answersTo(order, name))) return false
    if (wish.missing && existsSync(path.join(wish.out, `${order.name}.webp`))) return false
    if (wish.main && !order.scene && !order.name.endsWith('-1')) return false
    if (!wish.first || order.scene) return true
    if (seen.has(order.family)) return false
    return seen.add(order.family)
  })
}

function answersTo(order, name) {
  return (
    order.name === name ||
    order.name.startsWith(`${name}-`) ||
    order.family === name ||
    order.scene === name ||
    (name === 'scene' && order.scene) ||
    (name === 'product' && order.family)
  )
}

async function copyLogos() {
  for (const logo of await readdir(path.join(here, 'logos'))) {
    await copyFile(path.join(here, 'logos', logo), path.join(wish.out, logo))
  }
}

async function layOut() {
  const pictures = wanted.filter((order) => done.some((one) => one.name === order.name))
  const columns = Math.min(Number(wish.columns), pictures.length)
  const images = pictures.map(({ name }) => ({ name, image: path.join(wish.out, `${name}.webp`) }))
  await contactSheet(images, { columns, cell: Math.floor(1800 / columns), file: wish.sheet })
}

function report() {
  const mean = (list) => Math.round(list.reduce((a, b) => a + b, 0) / (list.length || 1))
  console.log(
    `${done.length} pictures, ${mean(done.map((p) => p.spent))} ms and ` +
      `${mean(done.map((p) => p.bytes)) >> 10} KB each, ${failed.length} failed ${failed.join(' ')}`,
  )
  if (failed.length) process.exitCode = 1
}

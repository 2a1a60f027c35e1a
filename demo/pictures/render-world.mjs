// Renders the pictures of the demo world into its channels' folders.
//   node demo/pictures/render-world.mjs              what is not there yet, main pictures first
//     --again         all of them anew
//     --only vase,hero-1014    names, codes or families that begin so
//     --quality 0.6   share of the usual number of passes
//     --most 900      no wider than this, for all but a gift's first picture
//     --minutes 20    stop after so long; the next run goes on
//     --sheet a.png   also a contact sheet of those asked for, the old ones with the new
import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { contactSheet } from './contact-sheet.mjs'
import { openStudio } from './picture-browser.mjs'
import { worldPictures } from './world-pictures.mjs'

const world = path.join(path.dirname(fileURLToPath(import.meta.url)), '../world')
const { values: wish } = parseArgs({
  options: {
    again: { type: 'boolean', default: false },
    only: { type: 'string' },
    quality: { type: 'string', default: '1' },
    most: { type: 'string', default: '2400' },
    minutes: { type: 'string', default: '600' },
    sheet: { type: 'string' },
  },
})
const names = wish.only?.split(',')
const place = (order) => path.join(world, order.folder, 'pictures', `${order.name}.webp`)
const asked = worldPictures().filter(
  (order) =>
    !names ||
    names.some((name) => order.name.startsWith(name) || [order.family, order.scene].includes(name)),
)
const wanted = asked.filter((order) => wish.again || !existsSync(place(order)))
const until = Date.now() + Number(wish.minutes) * 60_000
/** A fresh browser now and then keeps memory flat over a thousand pictures. */
const PICTURES_A_BROWSER = 120

let failed = 0
let made = 0
// The browser closes at once, so nothing more is begun.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => wanted.splice(0))
while (wanted.length > 0 && Date.now() < until) {
  const studio = await openStudio()
  try {
    for (let taken = 0; taken < PICTURES_A_BROWSER && wanted.length > 0; taken++) {
      // The browser may have died under way: the next picture is taken in a new one.
      if (Date.now() > until || !(await develop(studio, wanted.shift()))) break
    }
  } finally {
    await studio.close()
  }
}
console.log(`${made} pictures made, ${failed} failed`)
if (wish.sheet) {
  const there = asked.filter((order) => existsSync(place(order)))
  const pictures = there.map((order) => ({ name: order.name, image: place(order) }))
  await contactSheet(pictures, { file: wish.sheet })
}
process.exitCode = failed === 0 ? 0 : 1

async function develop(studio, order) {
  const least = Number(wish.most) / order.width
  const shrink = Math.min(1, least)
  const width = Math.round(order.width * shrink)
  const height = Math.round(order.height * shrink)
  try {
    const { pixels, spent } = await studio.take({
      ...order,
      width,
      height,
      quality: Number(wish.quality),
    })
    const picture = await sharp(pixels, { raw: { width, height, channels: 4 } })
      .flip()
      .removeAlpha()
      .webp({ quality: 82, effort: 5, smartSubsample: true })
      .toBuffer()
    await mkdir(path.dirname(place(order)), { recursive: true })
    // Written whole or not at all: a run that is broken off leaves no half picture behind.
    await writeFile(`${place(order)}.part`, picture)
    await rename(`${place(order)}.part`, place(order))
    made += 1
    console.log(`${order.name}  ${spent} ms  ${Math.round(picture.length / 1024)} KB`)
    return true
  } catch (error) {
    failed += 1
    console.error(`${order.name}  FAILED  ${error.message.slice(0, 300)}`)
    return false
  }
}

// Renders the welcome, a gift that unwraps, into the film of the welcome overlay and its poster:
//   node demo/pictures/welcome-film.mjs FOLDER      frames are kept there; a run goes on where the last one stopped
// Needs ffmpeg with VP9 (Debian's package), which nothing else here does: the film itself is kept with the world.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { openStudio } from './picture-browser.mjs'

const FRAMES = 36
/** Seconds: wrapped, unwrapping, there it is. The captions are cut to these. */
const [CLOSED, OPENING, OPEN] = [1.8, 3.4, 2.8]
const [width, height] = [960, 540]

const folder = process.argv[2] ?? '.cache/welcome-film'
const pictures = path.join(path.dirname(fileURLToPath(import.meta.url)), '../world/2/pictures')
const frame = (n) => path.join(folder, `frame-${String(n).padStart(3, '0')}.png`)
mkdirSync(folder, { recursive: true })

/** The login page shows it, too, and far larger than the film is. */
const POSTER = { width: 1600, height: 900 }

/** The gift from closed to open, one picture a step. */
const welcomeFrames = (count) =>
  Array.from({ length: count }, (_, n) => ({
    name: `welcome-frame-${String(n).padStart(3, '0')}`,
    scene: 'welcome',
    width: 1280,
    height: 720,
    angle: 'front',
    with: { opening: n / (count - 1) },
  }))

const studio = await openStudio()
await still({ ...welcomeFrames(FRAMES)[0], ...POSTER, quality: 1 }, (picture) =>
  picture.webp({ quality: 84 }).toFile(path.join(pictures, 'welcome.webp')),
)
for (const [n, order] of welcomeFrames(FRAMES).entries()) {
  if (existsSync(frame(n))) continue
  await still({ ...order, width, height, quality: 0.3 }, (picture) =>
    picture.png().toFile(frame(n)),
  )
}
await studio.close()

async function still(order, keep) {
  const { pixels } = await studio.take(order)
  const { width, height } = order
  await keep(
    sharp(pixels, { raw: { width, height, channels: 4 } })
      .flip()
      .removeAlpha(),
  )
}

const shown = (n) => (n === 0 ? CLOSED : n === FRAMES - 1 ? OPEN : OPENING / (FRAMES - 2))
const list = Array.from(
  { length: FRAMES },
  (_, n) => `file '${path.resolve(frame(n))}'\nduration ${shown(n)}\n`,
)
writeFileSync(
  path.join(folder, 'list.txt'),
  `${list.join('')}file '${path.resolve(frame(FRAMES - 1))}'\n`,
)
const { status } = spawnSync(
  'ffmpeg',
  [
    ...['-v', 'error', '-y', '-f', 'concat', '-safe', '0', '-i', path.join(folder, 'list.txt')],
    ...['-vf', 'fps=24', '-t', String(CLOSED + OPENING + OPEN), '-an'],
    ...['-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '36', '-row-mt', '1', '-cpu-used', '4'],
    path.join(pictures, 'welcome.webm'),
  ],
  { stdio: 'inherit' },
)
process.exitCode = status ?? 1

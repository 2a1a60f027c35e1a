import * as THREE from 'three'
import { seededChance, softNoise } from '../stage/seeded-chance.js'
import {
  along,
  blob,
  block,
  copies,
  group,
  mesh,
  place,
  surface,
  turned,
} from '../stage/shaping.js'
import { fabric, leather, velvet } from '../stage/surfaces.js'

export const cloth = (colour, weave = 'linen', options) =>
  weave === 'velvet'
    ? velvet(colour)
    : weave === 'leather'
      ? leather(colour)
      : fabric(colour, weave, options)

/** A folded textile: layers with round folds in front, a little uneven. */
export function foldedStack(material, [width, depth], layers, thick, seed = 1) {
  const noise = softNoise(seed)
  return copies(layers, (n) => {
    const fold = (u, v) => {
      const turn = v * Math.PI * 2
      const flat = 0.32
      const [cx, cy] = [Math.cos(turn), Math.sin(turn)]
      const z = Math.sign(cx) * Math.abs(cx) ** flat * (depth / 2) * (1 - 0.012 * ((n * 7) % 3))
      const y = Math.sign(cy) * Math.abs(cy) ** 0.6 * (thick / 2)
      const x = (u - 0.5) * width * (1 - 0.01 * ((n * 5) % 3))
      const wobble = noise(u * 4 + n * 3, v * 3 + n) * thick * 0.16
      const sag = -0.05 * thick * Math.cos(u * Math.PI * 2)
      return [
        x,
        n * thick * 0.97 + thick / 2 + y + wobble * (y > 0 ? 1 : 0.4) + sag * 0.3,
        z + noise(u * 3 + 9, n * 5) * 0.02,
      ]
    }
    const ends = [0, 1].map((u) =>
      surface(
        (a, b) => {
          const p = fold(u, b)
          const q = [p[0], n * thick * 0.97 + thick / 2, 0]
          const bulge = Math.sin(Math.PI * a) * 0.01
          return [q[0] + (u ? bulge : -bulge), q[1] + (p[1] - q[1]) * a, p[2] * a]
        },
        6,
        64,
        material,
      ),
    )
    return [surface(fold, 28, 64, material), ends]
  })
}

/** Throw blanket; weave wool|knit|linen|felt|fur, colour, stripe, fringe, style folded|rolled|draped */
export function blanket({
  colour = 'sage',
  weave = 'wool',
  stripe,
  fringe = true,
  style = 'folded',
  band = true,
} = {}) {
  const material = cloth(colour, weave)
  const chance = seededChance(4)
  if (style === 'rolled') return { group: group(rolled(material, fringe, colour)), ground: 'linen' }
  const layers = 3
  const thick = 0.3
  const threads =
    fringe &&
    copies(layers, (n) =>
      copies(46, (k) => {
        const z = -0.78 + (k / 45) * 1.56
        const y = n * thick + 0.16 + chance.between(-0.05, 0.05)
        const long = chance.between(0.2, 0.27)
        return along(
          [
            [1.2, y, z],
            [1.2 + long * 0.6, y - 0.04, z + chance.between(-0.03, 0.03)],
            [1.2 + long, y - 0.1, z + chance.between(-0.05, 0.05)],
          ],
          0.016,
          fabric(stripe ?? colour, 'wool'),
          { steps: 5, ring: 5 },
        )
      }),
    )
  const stripes =
    stripe &&
    [-0.62, -0.42, 0.5].map((x) =>
      block(cloth(stripe, weave), [0.09, layers * thick * 0.98 + 0.03, 1.71], [x, 0.0, 0.0], 0.07),
    )
  const wrap = band && [
    block(
      leather('brown', { fine: true }),
      [0.13, layers * thick + 0.05, 1.74],
      [0.15, -0.01, 0],
      0.12,
    ),
  ]
  return {
    group: group(foldedStack(material, [2.4, 1.62], layers, thick, 3), threads, stripes, wrap),
    ground: 'linen',
    camera: { always: { around: 34, above: 20 }, detail: { aim: [0.35, 0.9, 0.9] } },
  }
}

function rolled(material, fringe, colour) {
  const spiral = (u, v) => {
    const turn = v * Math.PI * 2 * 4.2
    const r = 0.1 + v * 0.46
    return [(u - 0.5) * 2, 0.58 + Math.sin(turn) * r, Math.cos(turn) * r]
  }
  return [
    surface(spiral, 12, 190, material),
    [-0.5, 0.5].map((x) =>
      mesh(new THREE.TorusGeometry(0.585, 0.03, 10, 64), leather('brown', { fine: true }), {
        at: [x, 0.58, 0],
        turn: [0, Math.PI / 2, 0],
        scale: [1, 1, 2],
      }),
    ),
    fringe &&
      copies(1, () =>
        along(
          [
            [-0.5, 1.17, 0],
            [-0.3, 1.35, 0],
            [0.3, 1.35, 0],
            [0.5, 1.17, 0],
          ],
          [0.03, 0.06],
          leather('brown', { fine: true }),
          { steps: 30 },
        ),
      ),
    !colour && null,
  ]
}

/** Cushion; shape square|round|bolster|lumbar, colour, weave, piping colour, count */
export function cushion({
  shape = 'square',
  colour = 'terracotta',
  weave = 'linen',
  piping,
  count = 1,
  second,
} = {}) {
  const one = (tint, seed) => {
    const material = cloth(tint, weave)
    const noise = softNoise(seed)
    if (shape === 'bolster')
      return [
        turned(
          [
            [0, 0],
            [0.4, 0, 0.12],
            [0.44, 1.0, 0.5],
            [0.4, 2, 0.12],
            [0, 2],
          ],
          material,
          { where: { turn: [0, 0, Math.PI / 2], at: [1, 0.43, 0] } },
        ),
      ]
    if (shape === 'round')
      return [
        blob([1, 0.36, 1], [1, 0.75], material, { at: [0, 0.36, 0] }, ([x, y, z]) => {
          const d = Math.hypot(x, z)
          const dent = Math.exp(-d * d * 26) * 0.14
          const pleat = 1 + 0.018 * Math.cos(Math.atan2(z, x) * 26) * Math.min(1, d * 1.4)
          return [x, (y - Math.sign(y) * dent + noise(x * 4, z * 4) * 0.014) * pleat, z]
        }),
        place(mesh(new THREE.SphereGeometry(0.07, 20, 14), material), {
          at: [0, 0.6, 0],
          scale: [1, 0.5, 1],
        }),
      ]
    const [w, h] = shape === 'lumbar' ? [1.25, 0.72] : [0.95, 0.95]
    const half = (side) =>
      surface(
        (u, v) => {
          const [x, y] = [u * 2 - 1, v * 2 - 1]
          const pinch = 1 - 0.085 * (1 - Math.abs(x) ** 3) * Math.abs(y) ** 4
          const pinch2 = 1 - 0.085 * (1 - Math.abs(y) ** 3) * Math.abs(x) ** 4
          const full = ((1 - Math.abs(x) ** 2.6) * (1 - Math.abs(y) ** 2.6)) ** 0.52
          const crease =
            noise(x * 3.1 + seed, y * 3.1) * 0.035 * full +
            0.02 * Math.sin((x + y) * 9 + noise(x * 2, y * 2) * 4) * (1 - full) * full * 2
          return [x * w * pinch2, y * h * pinch, side * (0.34 * full + crease + 0.004)]
        },
        56,
        56,
        material,
      )
    const edge = copies(1, () => {
      const points = []
      for (let n = 0; n < 64; n++) {
        const t = (n / 64) * 4
        const k = Math.floor(t)
        const f = (t - k) * 2 - 1
        const [x, y] = [
          [f, -1],
          [1, f],
          [-f, 1],
          [-1, -f],
        ][k]
        points.push([
          x * w * (1 - 0.085 * (1 - Math.abs(y) ** 3) * Math.abs(x) ** 4),
          y * h * (1 - 0.085 * (1 - Math.abs(x) ** 3) * Math.abs(y) ** 4),
          0,
        ])
      }
      return along(points, piping ? 0.03 : 0.016, cloth(piping ?? tint, weave), {
        closed: true,
        steps: 160,
        ring: 8,
      })
    })
    return [half(1), half(-1), edge]
  }
  const lean = (parts, x, z, turn, tilt) =>
    place(
      group(
        place(group(parts), { turn: [tilt, 0, 0], at: [0, shape === 'lumbar' ? 0.72 : 0.95, 0] }),
      ),
      { at: [x, 0, z], turn: [0, turn, 0] },
    )
  const flat = ['bolster', 'round'].includes(shape)
  const all = flat
    ? [
        place(group(one(colour, 1))),
        count > 1 &&
          place(group(one(second ?? colour, 5)), { at: [0.1, 0.7, -0.05], turn: [0, 0.4, 0.04] }),
      ]
    : [
        lean(one(colour, 1), 0, 0, 0, -0.22),
        count > 1 && lean(one(second ?? colour, 6), 0.85, -0.55, -0.16, -0.16),
      ]
  return { group: group(all), ground: 'warm', camera: { detail: { aim: [0.3, 0.7, 0.95] } } }
}

/** Towels or a bathrobe, folded; colours bottom to top, weave terry|linen, tie ribbon|none */
export function towels({
  colours = ['sage', 'cream', 'sand'],
  weave = 'terry',
  robe = false,
  tie = 'none',
} = {}) {
  if (robe) {
    const material = cloth(colours[0], weave)
    const collar = [-1, 1].map((s) =>
      along(
        [
          [s * 0.06, 0.92, 0.78],
          [s * 0.14, 0.95, 0.35],
          [s * 0.42, 0.98, -0.25],
          [s * 0.32, 1.0, -0.6],
        ],
        [0.05, 0.17],
        material,
        { up: [0, 1, 0], steps: 40 },
      ),
    )
    const belt = [
      block(material, [2.06, 0.2, 0.2], [0, 0.8, 0.12], 0.09),
      block(material, [0.24, 1.0, 1.66], [0.35, -0.02, 0], 0.1),
      place(group(block(material, [0.32, 0.2, 0.3], [0, 0, 0], 0.09)), {
        at: [0.35, 0.88, 0.12],
        turn: [0, 0.4, 0],
      }),
    ]
    return {
      group: group(foldedStack(material, [2, 1.6], 3, 0.31, 7), collar, belt),
      ground: 'mist',
      camera: { always: { above: 30, around: 18 } },
    }
  }
  let y = 0
  const stack = colours.map((colour, n) => {
    const part = place(
      group(foldedStack(cloth(colour, weave), [2 - n * 0.04, 1.4 - n * 0.03], 2, 0.19, n + 2)),
      { at: [0, y, 0], turn: [0, n * 0.015 - 0.01, 0] },
    )
    y += 0.375
    return part
  })
  const ribbon = tie !== 'none' && [
    block(fabric(tie, 'linen'), [0.08, y + 0.03, 1.43], [0, 0, 0], 0.04),
    block(fabric(tie, 'linen'), [2.03, y + 0.02, 0.08], [0, 0, 0], 0.04),
  ]
  return {
    group: group(stack, ribbon),
    ground: 'sky',
    camera: { always: { around: 32, above: 16 }, detail: { aim: [0.45, 0.8, 1] } },
  }
}

export function braid(colour) {
  return fabric(colour, 'twill', { scale: 1.2, depth: 3 })
}

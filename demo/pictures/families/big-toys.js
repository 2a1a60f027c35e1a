import * as THREE from 'three'
import { seededChance } from '../stage/seeded-chance.js'
import {
  along,
  blob,
  block,
  copies,
  cutOut,
  group,
  mesh,
  place,
  ring,
  rod,
  smoothShape,
  turned,
} from '../stage/shaping.js'
import { coat, fabric, gloss, leather, metal, rubber, wood } from '../stage/surfaces.js'

/** Balance bike; frame wood, colour of saddle, grips and rims */
export function balanceBike({ colour = 'sage', frame = 'ash' } = {}) {
  const ply = (seed = 1) => wood(frame, { axis: 'x', seed, rings: 3 })
  const wheel = (x) =>
    place(
      group(
        mesh(new THREE.TorusGeometry(0.6, 0.105, 24, 110), rubber('charcoal')),
        copies(60, (n) => {
          const a = (n / 60) * 6.2832
          return place(block(rubber('black'), [0.05, 0.014, 0.13], [0, 0, 0], 0.004), {
            at: [Math.cos(a) * 0.7, Math.sin(a) * 0.7, 0],
            turn: [0, 0, a + 1.571],
          })
        }),
        mesh(new THREE.TorusGeometry(0.5, 0.045, 18, 90), coat(colour, 0.35)),
        copies(16, (n) => {
          const a = (n / 16) * 6.2832
          const b = a + (n % 2 ? 0.5 : -0.5)
          return rod(
            metal('chrome'),
            [Math.cos(b) * 0.06, Math.sin(b) * 0.06, n % 4 < 2 ? 0.07 : -0.07],
            [Math.cos(a) * 0.49, Math.sin(a) * 0.49, 0],
            0.008,
          )
        }),
        rod(metal('chrome'), [0, 0, -0.13], [0, 0, 0.13], 0.07),
        rod(metal('blackmetal'), [0, 0, -0.2], [0, 0, 0.2], 0.045),
      ),
      { at: [x, 0.705, 0] },
    )
  const outline = smoothShape([
    [-1.12, 0.6],
    [-1.02, 0.56],
    [-0.62, 0.86],
    [-0.1, 0.93],
    [0.42, 1.16],
    [0.66, 1.44],
    [0.72, 1.62],
    [0.6, 1.72],
    [0.42, 1.66],
    [0.1, 1.46],
    [-0.3, 1.36],
    [-0.56, 1.44],
    [-0.7, 1.42],
    [-0.76, 1.2],
    [-0.92, 0.92],
    [-1.16, 0.76],
  ])
  const opening = smoothShape([
    [-0.52, 1.08],
    [-0.12, 1.1],
    [0.3, 1.3],
    [0.44, 1.48],
    [0.2, 1.36],
    [-0.24, 1.24],
    [-0.5, 1.24],
  ])
  outline.holes.push(new THREE.Path(opening.getPoints(20)))
  const fork = smoothShape([
    [0.86, 0.62],
    [0.98, 0.62],
    [0.98, 0.8],
    [0.74, 1.42],
    [0.62, 1.86],
    [0.5, 1.86],
    [0.52, 1.7],
    [0.68, 1.2],
    [0.84, 0.78],
  ])
  const stem = [
    rod(metal('blackmetal'), [0.62, 1.62, 0], [0.51, 2.02, 0], 0.055),
    along(
      [
        [0.42, 2.0, -0.62],
        [0.46, 2.04, -0.3],
        [0.5, 2.03, 0],
        [0.46, 2.04, 0.3],
        [0.42, 2.0, 0.62],
      ],
      0.042,
      metal('blackmetal'),
      { steps: 50 },
    ),
    [-1, 1].map((s) => [
      along(
        [
          [0.455, 2.035, s * 0.36],
          [0.44, 2.02, s * 0.5],
          [0.415, 1.995, s * 0.64],
        ],
        0.062,
        rubber(colour),
        { steps: 20 },
      ),
      place(ring(0.07, 0.018, rubber(colour)), { at: [0.457, 2.035, s * 0.36] }),
    ]),
  ]
  const saddle = [
    blob(
      [0.42, 0.12, 0.21],
      [0.85, 0.6],
      leather(colour, { fine: true }),
      { at: [-0.6, 1.8, 0] },
      (p) => {
        const [x, y, z] = p
        const narrow = x > 0 ? 1 - 0.5 * (x / 0.42) ** 1.4 : 1
        return [x, y + 0.09 * (x / 0.42) ** 2 * (x < 0 ? 1 : 0.2), z * narrow]
      },
    ),
    rod(metal('chrome'), [-0.6, 1.32, 0], [-0.6, 1.74, 0], 0.05),
    block(metal('blackmetal'), [0.16, 0.09, 0.16], [-0.6, 1.4, 0], 0.03),
  ]
  const bolt = (x, y) =>
    [-1, 1].map((s) =>
      place(
        turned(
          [
            [0, 0],
            [0.05, 0, 0.01],
            [0.045, 0.03, 0.012],
            [0, 0.034],
          ],
          metal('steel'),
          { steps: 24 },
        ),
        { at: [x, y, s * 0.09], turn: [(s * Math.PI) / 2, 0, 0] },
      ),
    )
  return {
    group: group(
      wheel(-1.05),
      wheel(0.95),
      cutOut(outline, 0.15, ply(3), { bevel: 0.03 }),
      [-1, 1].map((s) => [
        cutOut(fork, 0.07, ply(s + 6), { bevel: 0.02, where: { at: [0, 0, s * 0.165] } }),
        cutOut(
          smoothShape([
            [-1.13, 0.62],
            [-0.98, 0.6],
            [-0.66, 0.84],
            [-0.5, 1.02],
            [-0.62, 1.08],
            [-0.86, 0.94],
            [-1.12, 0.78],
          ]),
          0.06,
          ply(s + 9),
          { bevel: 0.02, where: { at: [0, 0, s * 0.165] } },
        ),
      ]),
      block(ply(12), [0.2, 0.2, 0.4], [0.58, 1.7, 0], 0.04),
      stem,
      saddle,
      bolt(-0.6, 1.0),
      bolt(0.64, 1.56),
    ),
    ground: 'sky',
    camera: { always: { around: 26, above: 12 }, detail: { around: 30, aim: [0.72, 0.78, 0.6] } },
  }
}

/** Rocking horse on curved runners; kind wood, saddle colour */
export function rockingHorse({ kind = 'beech', saddle = 'brown' } = {}) {
  const chance = seededChance('mane')
  const timber = (seed, axis = 'y') => wood(kind, { axis, seed, rings: 4 })
  const hide = leather(saddle, { fine: true, rough: 0.42 })
  const wool = fabric('cream', 'wool')
  const head = smoothShape([
    [0.34, 1.12],
    [0.72, 1.08],
    [0.9, 1.42],
    [1.0, 1.62],
    [1.24, 1.5],
    [1.38, 1.52],
    [1.42, 1.66],
    [1.26, 1.84],
    [1.06, 2.04],
    [0.98, 2.2],
    [0.9, 2.08],
    [0.74, 1.98],
    [0.56, 1.72],
    [0.42, 1.46],
  ])
  const runner = (s) => {
    const points = Array.from({ length: 31 }, (_, n) => {
      const t = n / 30 - 0.5
      const x = t * 3.3
      return [x, 0.05 + 0.115 * x * x * (Math.abs(x) > 1.3 ? 1.06 : 1), s * 0.46]
    })
    return along(points, [0.075, 0.055], timber(s + 3, 'x'), {
      steps: 80,
      square: true,
      solid: true,
      up: [0, 1, 0],
    })
  }
  const leg = (x, s, lean, seed) =>
    place(
      cutOut(
        smoothShape([
          [-0.15, 0.02],
          [-0.1, -0.34],
          [-0.1, -0.86],
          [0.1, -0.86],
          [0.11, -0.34],
          [0.16, 0.02],
          [0.08, 0.16],
          [-0.08, 0.16],
        ]),
        0.11,
        timber(seed),
        { bevel: 0.035 },
      ),
      { at: [x, 0.98, s * 0.34], turn: [-s * 0.14, 0, lean] },
    )
  const body = blob([0.82, 0.32, 0.34], [0.7, 0.72], timber(11, 'x'), { at: [0, 1.06, 0] }, (p) => {
    const [x, y, z] = p
    return [x, y - (y > 0 ? 0.06 * (1 - (x / 0.82) ** 2) : 0), z]
  })
  const strand = (from, to, r) =>
    along(
      [
        from,
        from.map((v, n) => (v + to[n]) / 2 + (n === 1 ? 0.05 : chance.between(-0.03, 0.03))),
        to,
      ],
      (t) => r * (1 - 0.45 * t),
      wool,
      { steps: 12, ring: 7 },
    )
  const mane = copies(64, (n) => {
    const t = n / 63
    const root = [
      0.92 - t * 0.5,
      2.12 - t * 0.68 - (t > 0.8 ? 0.02 : 0),
      chance.between(-0.05, 0.05),
    ]
    const s = n % 3 === 0 ? -1 : 1
    return strand(
      root,
      [
        root[0] - 0.1 + chance.between(-0.06, 0.08),
        root[1] - chance.between(0.24, 0.36),
        s * chance.between(0.11, 0.17),
      ],
      0.034,
    )
  })
  const fringe = copies(10, () =>
    strand(
      [0.97, 2.14, chance.between(-0.05, 0.05)],
      [
        1.1 + chance.between(-0.02, 0.06),
        1.86 + chance.between(-0.05, 0.05),
        chance.between(-0.09, 0.09),
      ],
      0.03,
    ),
  )
  const tail = copies(26, () =>
    strand(
      [-0.78, 1.2 + chance.between(-0.03, 0.03), chance.between(-0.05, 0.05)],
      [
        -1.12 + chance.between(-0.08, 0.08),
        0.62 + chance.between(-0.08, 0.1),
        chance.between(-0.12, 0.12),
      ],
      0.036,
    ),
  )
  const seat = [
    blob([0.4, 0.1, 0.36], [0.8, 0.6], hide, { at: [-0.12, 1.4, 0] }, ([x, y, z]) => [
      x,
      y + 0.16 * (x / 0.4) ** 2 - 0.3 * (z / 0.36) ** 2 * 0.36,
      z,
    ]),
    [-1, 1].map((s) =>
      along(
        [
          [-0.1, 1.38, s * 0.3],
          [-0.1, 1.2, s * 0.36],
          [-0.1, 0.96, s * 0.35],
          [-0.1, 0.8, s * 0.2],
        ],
        [0.012, 0.05],
        hide,
        { up: [1, 0, 0], steps: 24 },
      ),
    ),
    [-1, 1].map((s) => block(metal('brass'), [0.15, 0.1, 0.03], [-0.1, 1.12, s * 0.36], 0.02)),
  ]
  const bridle = [-1, 1].map((s) => [
    along(
      [
        [1.16, 1.86, s * 0.1],
        [1.13, 1.7, s * 0.105],
        [1.1, 1.54, s * 0.1],
      ],
      [0.01, 0.028],
      hide,
      { up: [1, 0, 0], steps: 16 },
    ),
    along(
      [
        [1.13, 1.72, s * 0.105],
        [0.98, 1.82, s * 0.108],
        [0.8, 1.98, s * 0.1],
      ],
      [0.01, 0.028],
      hide,
      { up: [0, 1, 0], steps: 16 },
    ),
    place(ring(0.045, 0.013, metal('brass')), { at: [1.13, 1.71, s * 0.118] }),
    place(mesh(new THREE.SphereGeometry(0.042, 20, 14), gloss('#1c1411', 0.1)), {
      at: [1.07, 1.9, s * 0.098],
      scale: [1, 1, 0.5],
    }),
    cutOut(
      smoothShape([
        [0.86, 2.06],
        [0.94, 2.06],
        [0.98, 2.22],
        [0.93, 2.32],
        [0.87, 2.22],
      ]),
      0.035,
      timber(15 + s),
      { bevel: 0.015, where: { at: [0, 0, s * 0.075] } },
    ),
  ])
  return {
    group: group(
      runner(1),
      runner(-1),
      [-1.0, -0.32, 0.36, 1.04].map((x, n) =>
        place(block(timber(n + 20, 'z'), [0.17, 0.06, 0.92], [0, 0, 0], 0.025), {
          at: [x, 0.1 + 0.115 * x * x, 0],
        }),
      ),
      body,
      cutOut(head, 0.2, timber(7), { bevel: 0.06 }),
      leg(-0.6, 1, 0.24, 21),
      leg(-0.6, -1, 0.24, 22),
      leg(0.58, 1, -0.24, 23),
      leg(0.58, -1, -0.24, 24),
      rod(timber(30, 'z'), [0.82, 1.72, -0.38], [0.82, 1.72, 0.38], 0.055),
      [-1, 1].map((s) => rod(coat('cream'), [0.82, 1.72, s * 0.36], [0.82, 1.72, s * 0.4], 0.06)),
      mane,
      fringe,
      tail,
      seat,
      bridle,
    ),
    ground: 'honey',
    camera: { always: { around: 34, above: 13 }, detail: { around: 30, aim: [0.72, 0.72, 0.6] } },
  }
}

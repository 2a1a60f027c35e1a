import { bar, blended, carve, egg, melt } from '../stage/blended-shape.js'
import { seededChance } from '../stage/seeded-chance.js'
import { along, ball, copies, group, lying, place, smoothShape } from '../stage/shaping.js'
import { fabric, leather } from '../stage/surfaces.js'

/** A pair of gloves, lying; kind fire (to the elbow)|garden (short, with a ball of twine), colour, cuff colour */
export function gloves({ kind = 'fire', colour = 'brown', cuff } = {}) {
  const long = kind === 'fire'
  const hide = leather(colour, { fine: !long, scale: long ? 0.8 : 1.2, rough: 0.62 })
  const edge = leather(cuff ?? colour, { fine: true, rough: 0.6 })
  const one = (side) => place(group(glove(hide, edge, long)), { scale: [side, 1, 1] })
  const pair = long
    ? [
        place(group(one(1)), { at: [-0.5, 0, 0.05], turn: [0, 0.16, 0] }),
        place(group(one(-1)), { at: [0.42, 0.04, 0], turn: [0.06, -0.3, -0.04] }),
      ]
    : [
        place(group(one(1)), { at: [-0.62, 0, 0], turn: [0, 0.3, 0] }),
        place(group(one(-1)), { at: [0.1, 0.05, -0.1], turn: [0.05, -0.12, 0.03] }),
      ]
  return {
    group: group(pair, !long && place(twine(), { at: [0.85, 0.34, 0.62], scale: 0.8 })),
    ground: long ? 'clay' : 'sage',
    camera: {
      always: { above: long ? 46 : 36, around: 12 },
      detail: { above: 38, aim: long ? [0.35, 0.6, 0.3] : [0.45, 0.5, 0.45] },
    },
  }
}

/** One left glove with its fingers to the back. */
function glove(hide, edge, long) {
  const fingers = [
    [-0.2, -0.4, -0.29, -1.08, 0.1],
    [-0.07, -0.44, -0.1, -1.24, 0.105],
    [0.07, -0.42, 0.11, -1.16, 0.1],
    [0.2, -0.36, 0.31, -0.94, 0.088],
  ].map(([x, z, tipX, tipZ, r]) =>
    melt(
      0.05,
      bar([x, 0.16, z], [(x + tipX) / 2, 0.2, (z + tipZ) / 2], r, r),
      bar([(x + tipX) / 2, 0.2, (z + tipZ) / 2], [tipX, 0.13, tipZ], r, r * 0.86),
    ),
  )
  const end = long ? 1.25 : 0.5
  const mouth = long ? 0.4 : 0.31
  const cuff = (grow) => {
    const wide = bar([0, 0.15, 0.12], [0, 0.15, end], 0.27 + grow, mouth + grow)
    return ([x, y, z]) => Math.max(wide([x, (y - 0.15) * 1.75 + 0.15, z]) / 1.3, z - end)
  }
  const hand = melt(
    0.09,
    egg([0, 0.15, -0.14], [0.33, 0.15, 0.4]),
    melt(
      0.06,
      bar([-0.18, 0.14, 0.0], [-0.42, 0.16, -0.22], 0.125, 0.11),
      bar([-0.42, 0.16, -0.22], [-0.52, 0.13, -0.54], 0.11, 0.095),
    ),
    cuff(0),
  )
  const fingered = fingers.reduce((whole, finger) => melt(0.035, whole, finger), hand)
  const open = bar([0, 0.15, 0.4], [0, 0.15, end + 0.2], 0.2, mouth - 0.035)
  const body = carve(0.02, fingered, ([x, y, z]) => open([x, (y - 0.15) * 1.75 + 0.15, z]))
  const rim = Array.from({ length: 40 }, (_, n) => {
    const a = (n / 40) * Math.PI * 2
    return [Math.cos(a) * (mouth + 0.004), 0.15 + (Math.sin(a) * (mouth + 0.004)) / 1.75, end]
  })
  const seam = (z, r) =>
    along(
      Array.from({ length: 25 }, (_, n) => {
        const a = (n / 24) * Math.PI
        return [Math.cos(a) * r, 0.15 + (Math.sin(a) * r) / 1.75, z]
      }),
      0.012,
      edge,
      { steps: 40, ring: 6 },
    )
  return [
    blended(
      body,
      [
        [-0.75, -0.1, -1.4],
        [0.6, 0.5, end + 0.06],
      ],
      0.022,
      hide,
    ),
    along(rim, [0.028, 0.022], edge, { closed: true, steps: 80, ring: 8 }),
    seam(0.3, long ? 0.306 : 0.29),
    long && seam(0.36, 0.312),
  ]
}

/** A ball of jute twine with a loose end. */
function twine(r = 0.42) {
  const chance = seededChance('twine')
  const jute = fabric('#b98f5a', 'twill', { scale: 2.2, depth: 3 })
  const winding = (n) => {
    const [a, b] = [chance.next() * 6.28, chance.between(-1.3, 1.3)]
    const lift = r + 0.018 * ((n * 7) % 3)
    const points = Array.from({ length: 26 }, (_, k) => {
      const t = (k / 26) * Math.PI * 2
      const slip = 0.28 * Math.sin(n * 1.7)
      const small = Math.sqrt(1 - slip * slip)
      return [Math.cos(t) * lift * small, slip * lift, Math.sin(t) * lift * small]
    })
    return place(group(along(points, 0.02, jute, { closed: true, steps: 60, ring: 6 })), {
      turn: [b, a, b * 0.7 + a],
    })
  }
  return group(
    ball(r, jute),
    copies(90, winding),
    along(
      [
        [0.1, -0.2, 0.38],
        [0.1, -0.39, 0.5],
        [-0.15, -0.4, 0.72],
        [-0.5, -0.4, 0.62],
        [-0.72, -0.4, 0.85],
      ],
      0.02,
      jute,
      { steps: 60, ring: 8 },
    ),
  )
}

/** Felt slippers with leather soles; colour, sole colour */
export function slippers({ colour = 'stone', sole = 'brown' } = {}) {
  const felt = fabric(colour, 'felt', { scale: 1.1, depth: 2.4 })
  const hide = leather(sole, { fine: true, rough: 0.55 })
  const outline = smoothShape(
    [
      [0, -1.02],
      [0.27, -0.9],
      [0.33, -0.55],
      [0.29, -0.05],
      [0.38, 0.45],
      [0.34, 0.85],
      [0.06, 1.06],
      [-0.24, 0.88],
      [-0.34, 0.45],
      [-0.28, -0.05],
      [-0.31, -0.55],
      [-0.25, -0.9],
    ].map(([x, z]) => [x * 1.1, z * 1.05]),
  )
  const one = (side) => {
    const outer = melt(
      0.3,
      egg([0.03, 0.2, -0.5], [0.4, 0.42, 0.6]),
      egg([0, 0.22, 0.1], [0.33, 0.42, 0.6]),
      egg([0, 0.24, 0.62], [0.34, 0.4, 0.46]),
    )
    const inner = melt(
      0.3,
      egg([0.03, 0.24, -0.48], [0.33, 0.33, 0.5]),
      egg([0, 0.26, 0.1], [0.26, 0.34, 0.55]),
      egg([0, 0.28, 0.62], [0.275, 0.34, 0.385]),
    )
    const opening = melt(
      0.2,
      egg([0, 0.72, 0.52], [0.3, 0.4, 0.56]),
      egg([0, 0.66, 0.1], [0.22, 0.24, 0.36]),
    )
    const shell = carve(0.03, carve(0.03, carve(0.05, outer, inner), opening), ([, y]) => y - 0.06)
    const upper = blended(
      shell,
      [
        [-0.6, -0.1, -1.25],
        [0.6, 0.75, 1.25],
      ],
      0.021,
      felt,
    )
    return place(
      group(
        lying(outline, 0.07, hide, { bevel: 0.03 }),
        lying(outline, 0.05, felt, { bevel: 0.02, y: 0.06 }),
        upper,
      ),
      { scale: [side, 1, 1] },
    )
  }
  return {
    group: group(
      place(group(one(1)), { at: [-0.46, 0, 0], turn: [0, Math.PI + 0.14, 0] }),
      place(group(one(-1)), { at: [0.46, 0, 0.12], turn: [0, Math.PI - 0.2, 0] }),
    ),
    ground: 'mist',
    camera: { always: { around: 34, above: 30 }, detail: { above: 26, aim: [0.5, 0.6, 0.7] } },
  }
}

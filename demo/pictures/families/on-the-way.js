import * as THREE from 'three'
import { softNoise } from '../stage/seeded-chance.js'
import {
  along,
  ball,
  blob,
  block,
  copies,
  group,
  lying,
  mesh,
  place,
  polygon,
  rectangle,
  rod,
  smoothShape,
  surface,
} from '../stage/shaping.js'
import {
  coat,
  fabric,
  gloss,
  leather,
  madeOf,
  metal,
  plastic,
  rubber,
  wood,
} from '../stage/surfaces.js'

const corners = (w, d, r, y, steps = 14) => {
  const shape = rectangle(w, d, r)
  return shape.getSpacedPoints(steps * 8).map((p) => [p.x, y, p.y])
}

/** Four packing cubes of canvas; colour, net colour */
export function packingCubes({ colour = 'sky', net = 'slate' } = {}) {
  const canvas = fabric(colour, 'canvas')
  const trim = fabric(colour, 'twill', { scale: 1.5 })
  const cube = (w, h, d, seed, window = false) => {
    const noise = softNoise(seed)
    const full = blob([w / 2, h / 2, d / 2], [0.16, 0.34], canvas, { at: [0, h / 2, 0] }, (p) => {
      const [x, y, z] = p
      const [u, v] = [x / (w / 2), z / (d / 2)]
      const puff = (1 - u ** 4) * (1 - v ** 4)
      return [
        x,
        y + (y > 0 ? 1 : -0.3) * 0.1 * h * puff + noise(x * 2.4, z * 2.4 + seed) * 0.022 * puff,
        z,
      ]
    })
    const edge = (y, size) =>
      along(corners(w * 0.985, d * 0.985, 0.13, y), size, trim, {
        closed: true,
        steps: 200,
        ring: 8,
        tension: 0,
      })
    return group(
      full,
      edge(h * 0.9, [0.022, 0.022]),
      edge(h * 0.1, [0.02, 0.02]),
      along(corners(w * 1.002, d * 1.002, 0.13, h * 0.72), [0.028, 0.012], metal('gunmetal'), {
        closed: true,
        steps: 200,
        ring: 8,
        tension: 0,
      }),
      along(
        [
          [w * 0.3, h * 0.72, d / 2 + 0.012],
          [w * 0.3 + 0.03, h * 0.62, d / 2 + 0.04],
          [w * 0.3 + 0.03, h * 0.44, d / 2 + 0.045],
        ],
        [0.012, 0.03],
        trim,
        { up: [0, 0, 1], steps: 14 },
      ),
      block(metal('gunmetal'), [0.07, 0.05, 0.04], [w * 0.3, h * 0.695, d / 2 + 0.012], 0.012),
      window &&
        surface(
          (u, v) => {
            const [x, z] = [(u - 0.5) * w * 0.72, (v - 0.5) * d * 0.66]
            const puff = (1 - (x / (w / 2)) ** 4) * (1 - (z / (d / 2)) ** 4)
            return [x, h + 0.1 * h * puff + 0.026, z]
          },
          20,
          16,
          fabric(net, 'twill', { scale: 2.4, depth: 1.6 }),
        ),
      window &&
        along(corners(w * 0.73, d * 0.67, 0.06, h * 1.085), [0.03, 0.008], trim, {
          closed: true,
          steps: 160,
          ring: 8,
          tension: 0,
        }),
      along(
        [
          [-0.14, h * 0.5, d / 2],
          [-0.12, h * 0.52, d / 2 + 0.09],
          [0.12, h * 0.52, d / 2 + 0.09],
          [0.14, h * 0.5, d / 2],
        ].map(([x, y, z]) => [x - w * 0.12, y, z]),
        [0.014, 0.04],
        trim,
        { up: [0, 1, 0], steps: 24 },
      ),
    )
  }
  return {
    group: group(
      cube(2.4, 0.6, 1.8, 1, true),
      place(cube(1.8, 0.56, 1.2, 2, true), { at: [-0.14, 0.66, -0.12], turn: [0, 0.1, 0] }),
      place(cube(1.8, 0.5, 0.95, 3, true), { at: [-0.06, 1.28, -0.14], turn: [0, -0.14, 0] }),
      place(group(place(cube(1.8, 0.52, 1.2, 5, true), { turn: [1.34, 0, 0] })), {
        at: [0.85, 0.62, 1.18],
        turn: [0, 0.22, 0],
      }),
    ),
    ground: 'sky',
    camera: { always: { around: 26, above: 24 }, detail: { aim: [0.35, 0.75, 0.7] } },
  }
}

/** Willow basket on a handlebar; colour, straps colour */
export function handlebarBasket({ colour = 'sand', straps = 'brown' } = {}) {
  const willow = coat(colour === 'sand' ? '#c79a5e' : colour, 0.55)
  const dark = coat('#a97b44', 0.6)
  const hide = leather(straps, { fine: true })
  const at = (a, y, out = 0) => {
    const grow = 0.86 + 0.14 * (y / 1.25)
    const power = (v) => Math.sign(v) * Math.abs(v) ** 0.52
    return [
      (power(Math.cos(a)) * 1.02 + Math.cos(a) * out) * grow,
      y,
      (power(Math.sin(a)) * 0.74 + Math.sin(a) * out) * grow,
    ]
  }
  const stakes = 34
  const rows = copies(22, (row) => {
    const y = 0.06 + row * 0.054
    const points = Array.from({ length: stakes * 2 }, (_, n) => {
      const a = (n / (stakes * 2)) * Math.PI * 2
      return at(a, y, 0.024 * (n % 2 ? 0 : ((n / 2 + row) % 2) * 2 - 1))
    })
    return along(points, 0.03, row % 6 > 3 ? dark : willow, {
      closed: true,
      steps: stakes * 8,
      ring: 7,
    })
  })
  const posts = copies(stakes, (n) => {
    const a = (n / stakes) * Math.PI * 2
    return along([at(a, 0.02), at(a, 0.6), at(a, 1.26)], 0.026, willow, { steps: 8, ring: 7 })
  })
  const rim = [0, 1, 2].map((strand) =>
    along(
      Array.from({ length: 90 }, (_, n) => {
        const a = (n / 90) * Math.PI * 2
        const turn = a * 16 + (strand * 6.2832) / 3
        const [x, y, z] = at(a, 1.27, Math.cos(turn) * 0.035)
        return [x, y + Math.sin(turn) * 0.035, z]
      }),
      0.034,
      strand ? willow : dark,
      { closed: true, steps: 420, ring: 7 },
    ),
  )
  const handle = along(
    [
      [-0.98, 1.16, 0],
      [-0.95, 1.7, 0],
      [-0.55, 2.12, 0],
      [0, 2.24, 0],
      [0.55, 2.12, 0],
      [0.95, 1.7, 0],
      [0.98, 1.16, 0],
    ],
    0.05,
    willow,
    { steps: 60 },
  )
  const strap = (x) => [
    along(
      [
        [x, 0.3, 0.7],
        [x, 0.8, 0.765],
        [x, 1.2, 0.82],
        [x, 1.33, 0.76],
        [x, 1.3, 0.62],
      ],
      [0.014, 0.07],
      hide,
      { up: [1, 0, 0], steps: 40 },
    ),
    block(metal('brass'), [0.2, 0.15, 0.035], [x, 0.82, 0.79], 0.03),
    block(hide, [0.1, 0.07, 0.05], [x, 0.86, 0.8], 0.02),
  ]
  const bar = [
    along(
      [
        [-1.75, 1.22, -1.32],
        [-1.3, 1.32, -1.18],
        [-0.55, 1.18, -1.04],
        [0, 1.14, -1.02],
        [0.55, 1.18, -1.04],
        [1.3, 1.32, -1.18],
        [1.75, 1.22, -1.32],
      ],
      0.06,
      metal('chrome', { rough: 0.12 }),
      { steps: 90, ring: 20 },
    ),
    [-1, 1].map((s) =>
      along(
        [
          [s * 1.36, 1.32, -1.2],
          [s * 1.6, 1.27, -1.26],
          [s * 1.86, 1.18, -1.37],
        ],
        0.09,
        hide,
        { steps: 24 },
      ),
    ),
    rod(metal('chrome', { rough: 0.12 }), [0, 0.1, -1.12], [0, 1.14, -1.04], 0.07),
    block(plastic('black'), [0.42, 0.34, 0.3], [0, 0.94, -0.88], 0.05),
    block(rubber('red'), [0.14, 0.06, 0.1], [0, 1.275, -0.86], 0.02),
  ]
  return {
    group: group(
      rows,
      posts,
      rim,
      handle,
      lying(
        smoothShape(
          Array.from({ length: 24 }, (_, n) => at((n / 24) * 6.2832, 0)).map(([x, , z]) => [x, z]),
        ),
        0.06,
        dark,
        { bevel: 0.02 },
      ),
      strap(-0.5),
      strap(0.5),
      bar,
    ),
    ground: 'mist',
    camera: { always: { around: 26, above: 18 }, detail: { aim: [0.4, 0.42, 0.95] } },
  }
}

/** Cutlery in an open cotton roll; kind wood of the handles, colour of the cotton */
export function cutleryRoll({ kind = 'beech', colour = 'sage' } = {}) {
  const cotton = fabric(colour, 'linen')
  const noise = softNoise(8)
  const sheetAt = (u, v, lift) => {
    const x = (u - 0.5) * 2.5
    const z = (v - 0.5) * 2.5
    const curl = Math.max(0, x - 0.86)
    const r = 0.17
    const a = curl / r
    return curl > 0
      ? [0.86 + Math.sin(a) * r, 0.02 + lift + (1 - Math.cos(a)) * r, z]
      : [x, 0.02 + lift + noise(u * 3, v * 3) * 0.014, z]
  }
  const ground = surface((u, v) => sheetAt(u, v, 0), 70, 40, cotton)
  const roll = surface(
    (u, v) => {
      const a = u * Math.PI * 2 * 1.7
      const r = 0.17 - u * 0.07
      return [0.86 + Math.sin(a) * r, 0.19 - Math.cos(a) * r, (v - 0.5) * 2.5]
    },
    70,
    10,
    cotton,
  )
  const bed = [-0.92, -0.55, -0.18, 0.16, 0.46]
  const pocket = surface(
    (u, v) => {
      const x = -1.2 + u * 1.95
      const near = Math.min(...bed.map((b) => Math.abs(x - b)))
      const puff = 0.12 * Math.exp(-((near / 0.14) ** 4)) * (1 - Math.abs(v * 2 - 1) ** 8)
      return [x, 0.045 + puff + 0.02 * v, 0.15 + (1 - v) * 1.02]
    },
    110,
    20,
    cotton,
  )
  const hem = along(
    Array.from({ length: 60 }, (_, n) => {
      const x = -1.2 + (n / 59) * 1.95
      const near = Math.min(...bed.map((b) => Math.abs(x - b)))
      return [x, 0.07 + 0.09 * Math.exp(-((near / 0.14) ** 4)), 0.15]
    }),
    0.018,
    cotton,
    { steps: 140, ring: 6 },
  )
  const seams = [-0.735, -0.365, -0.01, 0.31].map((x) =>
    along(
      Array.from({ length: 9 }, (_, n) => [x, 0.058 + n * 0.002, 1.14 - n * 0.122]),
      0.008,
      fabric('cream', 'twill'),
      { steps: 20, ring: 5 },
    ),
  )
  const steel = () => metal('steel', { rough: 0.18 })
  const handled = (x, seed, head) =>
    place(
      group(
        lying(
          smoothShape([
            [-0.09, -0.94],
            [0, -1.0],
            [0.09, -0.94],
            [0.105, -0.5],
            [0.085, -0.02],
            [-0.085, -0.02],
            [-0.105, -0.5],
          ]),
          0.09,
          wood(kind, { axis: 'z', seed }),
          { bevel: 0.028 },
        ),
        [-0.25, -0.1].map((z) =>
          place(ball(0.022, metal('brass')), { at: [0, 0.09, -z], scale: [1, 0.35, 1] }),
        ),
        head,
      ),
      { at: [x, 0.02, 0.1] },
    )
  const knife = lying(
    polygon([
      [-0.05, 0],
      [0.045, 0],
      [0.085, 0.18],
      [0.09, 0.78],
      [0.02, 0.95],
      [-0.055, 0.9],
    ]),
    0.03,
    steel(),
    { bevel: 0.012, y: 0.03 },
  )
  const forkShape = polygon([
    [-0.035, 0],
    [0.035, 0],
    [0.032, 0.36],
    [0.13, 0.5],
    [0.14, 0.98],
    [0.115, 1.0],
    [0.095, 0.62],
    [0.06, 0.62],
    [0.058, 1.0],
    [0.03, 1.0],
    [0.018, 0.62],
    [-0.018, 0.62],
    [-0.03, 1.0],
    [-0.058, 1.0],
    [-0.06, 0.62],
    [-0.095, 0.62],
    [-0.115, 1.0],
    [-0.14, 0.98],
    [-0.13, 0.5],
    [-0.032, 0.36],
  ])
  const fork = lying(forkShape, 0.035, steel(), { bevel: 0.012, y: 0.03 })
  const spoon = group(
    lying(
      polygon([
        [-0.035, 0],
        [0.035, 0],
        [0.028, 0.5],
        [-0.028, 0.5],
      ]),
      0.035,
      steel(),
      { bevel: 0.012, y: 0.03 },
    ),
    surface(
      (u, v) => {
        const a = u * Math.PI * 2
        const r = v
        const long = 0.31 * (1 + 0.12 * Math.sin(a))
        return [
          Math.cos(a) * r * 0.185,
          0.075 - 0.085 * (1 - r * r) + 0.015,
          -0.76 - Math.sin(a) * r * long,
        ]
      },
      48,
      16,
      steel(),
    ),
  )
  const straw = rod(steel(), [0.16, 0.1, 1.05], [0.16, 0.1, -1.02], 0.045)
  const bore = mesh(new THREE.CircleGeometry(0.034, 20), coat('black', 1), {
    at: [0.16, 0.1, -1.022],
    turn: [0, Math.PI, 0],
  })
  const brush = [
    rod(steel(), [0.46, 0.08, 1.05], [0.46, 0.08, -0.35], 0.016),
    copies(150, (n) => {
      const a = n * 2.4
      const z = -0.36 - (n / 150) * 0.55
      return rod(
        coat('ivory', 0.7),
        [0.46, 0.09, z],
        [0.46 + Math.cos(a) * 0.062, 0.09 + Math.sin(a) * 0.062, z],
        0.0035,
      )
    }),
  ]
  const ribbon = along(
    [
      [1.03, 0.3, 0.05],
      [1.2, 0.12, 0.1],
      [1.45, 0.03, 0.25],
      [1.5, 0.03, 0.62],
      [1.3, 0.03, 0.85],
    ],
    [0.01, 0.035],
    fabric('cream', 'twill', { scale: 1.4 }),
    { steps: 60, up: [0, 1, 0] },
  )
  return {
    group: group(
      ground,
      roll,
      pocket,
      hem,
      seams,
      handled(bed[0], 1, knife),
      handled(bed[1], 2, fork),
      handled(bed[2], 3, spoon),
      straw,
      bore,
      brush,
      ribbon,
    ),
    ground: 'linen',
    camera: { always: { around: 10, above: 52 }, detail: { above: 40, aim: [0.3, 0.4, 0.4] } },
  }
}

/** kind steel (wooden lid, elastic band)|kids (plastic, open with a lunch inside), colour, lid wood or colour */
export function lunchBox({ kind = 'steel', colour = 'steel', lid = 'beech' } = {}) {
  const [w, h, d, r] = kind === 'kids' ? [2, 0.66, 1.45, 0.3] : [2.1, 0.72, 1.4, 0.3]
  const body =
    kind === 'kids'
      ? plastic(colour, { rough: 0.42 })
      : colour === 'steel'
        ? metal('steel', { brushed: true, rough: 0.3 })
        : coat(colour, 0.38)
  const tub = [hollowBox([w, h, d], r, body), lying(rectangle(w - 0.06, d - 0.06, r), 0.06, body)]
  const kinds = {
    steel: () => [
      tub,
      along(corners(w + 0.01, d + 0.01, r, h - 0.05), [0.03, 0.026], body, {
        closed: true,
        steps: 240,
        ring: 10,
        tension: 0,
      }),
      lying(rectangle(w + 0.05, d + 0.05, r + 0.02), 0.14, lidOf(lid), { bevel: 0.035, y: h }),
      lying(rectangle(w - 0.14, d - 0.14, r - 0.06), 0.06, rubber('stone'), {
        bevel: 0.01,
        y: h - 0.05,
      }),
      [0.42].map((x) => [
        block(
          fabric('charcoal', 'twill', { scale: 1.6 }),
          [0.24, h + 0.17, d + 0.075],
          [x, -0.008, 0],
          0.03,
        ),
      ]),
      block(leather('brown', { fine: true }), [0.27, 0.02, 0.3], [0.42, h + 0.155, 0.12], 0.01),
    ],
    kids: () => [
      tub,
      along(corners(w + 0.01, d + 0.01, r, h - 0.06), [0.035, 0.03], body, {
        closed: true,
        steps: 240,
        ring: 10,
        tension: 0,
      }),
      lying(rectangle(w - 0.08, d - 0.08, r - 0.05), 0.05, plastic(lid), { bevel: 0.01, y: 0.06 }),
      block(plastic(lid), [0.05, h - 0.14, d - 0.12], [0.28, 0.06, 0], 0.02),
      lunch(),
      block(plastic(lid), [0.42, 0.3, 0.09], [0, h - 0.34, d / 2 + 0.03], 0.04),
      place(
        group(
          lying(rectangle(w + 0.05, d + 0.05, r + 0.02), 0.14, plastic(lid), { bevel: 0.05 }),
          along(corners(w - 0.12, d - 0.12, r - 0.06, -0.01), 0.028, rubber(colour), {
            closed: true,
            steps: 200,
            ring: 8,
            tension: 0,
          }),
          star(colour),
        ),
        { at: [0, 0.76, -1.12], turn: [1.22, 0, 0] },
      ),
    ],
  }
  return {
    group: group((kinds[kind] ?? kinds.steel)()),
    ground: kind === 'kids' ? 'honey' : 'mist',
    camera: {
      always: { around: 26, above: kind === 'kids' ? 34 : 24 },
      detail: { aim: [0.6, kind === 'kids' ? 0.3 : 0.85, 0.85], above: kind === 'kids' ? 34 : 24 },
    },
  }
}

/** An open box with round corners and a thin wall. */
function hollowBox([w, h, d], r, material) {
  const profile = [
    [0.06, 0],
    [0.012, 0.012],
    [0, 0.06],
    [0, h * 0.5],
    [0, h - 0.025],
    [0.012, h],
    [0.04, h],
    [0.052, h - 0.025],
    [0.056, h * 0.5],
    [0.06, 0.08],
    [0.12, 0.055],
  ]
  const loops = profile.map(([inset, y]) =>
    rectangle(w - inset * 2, d - inset * 2, r - inset)
      .getSpacedPoints(240)
      .map((p) => [p.x, y, p.y]),
  )
  return surface(
    (u, v) => loops[Math.round(v * (profile.length - 1))][Math.round(u * 240)],
    240,
    profile.length - 1,
    material,
  )
}

const lidOf = (name) => madeOf(name, plastic, { seed: 6 })

/** A sandwich in halves, and grapes in a room of their own. */
function lunch() {
  const crust = coat('#b9783a', 0.85)
  const crumb = coat('#f0dfbd', 0.9)
  const half = (at, turn) =>
    place(
      group(
        [0, 1].map((n) => [
          lying(triangle(0.5), 0.12, crust, { bevel: 0.05, y: n * 0.25 }),
          lying(triangle(0.5), 0.11, crumb, {
            bevel: 0.01,
            y: n * 0.25 + 0.004,
            x: 0.012,
            z: -0.012,
          }),
        ]),
        lying(triangle(0.51), 0.03, coat('#e7b84c', 0.4), { bevel: 0.01, y: 0.12 }),
        lying(triangle(0.51), 0.05, coat('#7fae4c', 0.5), { bevel: 0.02, y: 0.15 }),
        lying(triangle(0.5), 0.05, coat('#c9483a', 0.35), { bevel: 0.02, y: 0.2 }),
      ),
      { at, turn },
    )
  const grapes = copies(24, (n) => {
    const layer = n < 12 ? 0 : n < 20 ? 1 : 2
    const k = n - [0, 12, 20][layer]
    const across = layer === 0 ? 3 : 2
    return place(ball(0.1, gloss(n % 5 === 2 ? '#6c8f3a' : ['#7c9c43', '#8fab4d'][n % 2], 0.26)), {
      at: [
        0.44 + (k % across) * 0.19 + layer * 0.07,
        0.2 + layer * 0.14,
        -0.5 + Math.floor(k / across) * 0.28 + (k % 2) * 0.05,
      ],
      scale: [1, 1.12, 1],
    })
  })
  return [
    half([-0.38, 0.12, 0.1], [0, 0, 0]),
    half([-0.28, 0.14, -0.02], [0.05, Math.PI, 0]),
    grapes,
  ]
}

const triangle = (a) =>
  polygon([
    [-a, -a],
    [a, -a],
    [-a, a],
  ])

const star = (colour) =>
  lying(
    polygon(
      Array.from({ length: 10 }, (_, n) => {
        const r = n % 2 ? 0.14 : 0.3
        return [Math.sin(n * 0.6283) * r, Math.cos(n * 0.6283) * r]
      }),
    ),
    0.02,
    plastic(colour),
    { bevel: 0.008, y: 0.135 },
  )

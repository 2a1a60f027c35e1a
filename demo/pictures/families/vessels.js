import * as THREE from 'three'
import { seededChance } from '../stage/seeded-chance.js'
import { along, blob, group, mesh, place, turned, vessel } from '../stage/shaping.js'
import {
  clay,
  coat,
  concrete,
  fabric,
  gloss,
  glaze,
  leaf,
  metal,
  satin,
} from '../stage/surfaces.js'
import { glass } from '../stage/glassware.js'

export const potteryFinish = (finish, colour) =>
  ({
    shiny: () => glaze(colour),
    satin: () => satin(colour),
    speckled: () => satin(colour, { speckle: true }),
    raw: () => clay(colour),
    concrete: () => concrete(colour),
    brass: () => metal('brass', { hammered: true }),
  })[finish]?.() ?? satin(colour)

const vaseShapes = {
  amphora: [
    [0.36, 0],
    [0.46, 0.12],
    [0.68, 0.6],
    [0.72, 0.95],
    [0.58, 1.35],
    [0.3, 1.62],
    [0.22, 1.82],
    [0.25, 2.02],
    [0.33, 2.12],
  ],
  bottle: [
    [0.42, 0],
    [0.5, 0.1],
    [0.56, 0.5],
    [0.52, 0.95],
    [0.28, 1.35],
    [0.14, 1.65],
    [0.12, 2.1],
    [0.15, 2.25],
  ],
  ball: [
    [0.4, 0],
    [0.62, 0.14],
    [0.92, 0.6],
    [0.92, 0.95],
    [0.66, 1.38],
    [0.34, 1.56],
    [0.3, 1.66],
    [0.34, 1.74],
  ],
  tulip: [
    [0.34, 0],
    [0.42, 0.08],
    [0.48, 0.5],
    [0.44, 1.1],
    [0.46, 1.55],
    [0.6, 1.95],
    [0.64, 2.04],
  ],
  cone: [
    [0.28, 0],
    [0.34, 0.06],
    [0.5, 0.8],
    [0.66, 1.6],
    [0.7, 1.72],
  ],
  gourd: [
    [0.42, 0],
    [0.6, 0.12],
    [0.74, 0.45],
    [0.6, 0.82],
    [0.36, 1.02],
    [0.44, 1.28],
    [0.5, 1.48],
    [0.36, 1.72],
    [0.26, 1.86],
    [0.3, 1.94],
  ],
  cylinder: [
    [0.5, 0],
    [0.52, 0.05],
    [0.53, 0.5],
    [0.53, 1.2],
    [0.52, 1.7],
    [0.53, 1.74],
  ],
  pebble: [
    [0.42, 0],
    [0.7, 0.1],
    [0.95, 0.45],
    [0.86, 0.82],
    [0.5, 1.02],
    [0.2, 1.1],
    [0.18, 1.17],
    [0.22, 1.22],
  ],
}

/** shape, colour, finish shiny|satin|speckled|raw|concrete|brass|glass, stems none|eucalyptus|pampas|branch, ribs */
export function vase({
  shape = 'amphora',
  colour = 'terracotta',
  finish = 'satin',
  stems = 'none',
  ribs = 0,
  seed = 1,
} = {}) {
  const line = vaseShapes[shape] ?? vaseShapes.amphora
  const top = line[line.length - 1]
  const body =
    finish === 'glass'
      ? glass(vessel(line, 0.035, null, { smooth: true, steps: 64 }).geometry, colour, {
          deep: 0.9,
        })
      : vessel(line, 0.045, potteryFinish(finish, colour), {
          smooth: true,
          steps: ribs ? ribs * 10 : 72,
        })
  if (ribs && body.isMesh) rib(body, ribs)
  return {
    group: group(body, bouquet(stems, top[1], top[0] * 0.5, seed)),
    ground: 'warm',
    camera: { detail: { aim: [0.5, 0.72, 0.9] } },
  }
}

function rib(body, count) {
  const position = body.geometry.attributes.position
  for (let n = 0; n < position.count; n++) {
    const [x, z] = [position.getX(n), position.getZ(n)]
    const grow = 1 + 0.028 * Math.abs(Math.cos((Math.atan2(z, x) * count) / 2)) - 0.014
    position.setX(n, x * grow)
    position.setZ(n, z * grow)
  }
  body.geometry.computeVertexNormals()
}

export function bouquet(kind, mouth, spread, seed = 1) {
  if (kind === 'none') return null
  const chance = seededChance(`${kind}${seed}`)
  const count = kind === 'branch' ? 3 : kind === 'pampas' ? 5 : 6
  return Array.from({ length: count }, (_, n) => {
    const turn = (n / count) * 6.28 + chance.between(-0.4, 0.4)
    const lean = chance.between(0.25, 0.75)
    const high = chance.between(0.95, 1.5)
    const at = (t) => [
      Math.cos(turn) * (spread * 0.4 * t + lean * t * t) * high,
      mouth - 0.6 + t * (high + 0.5) - 0.22 * lean * t * t,
      Math.sin(turn) * (spread * 0.4 * t + lean * t * t) * high,
    ]
    const stem = along(
      [0, 0.25, 0.5, 0.75, 1].map(at),
      (t) => 0.016 - 0.008 * t,
      leaf(kind === 'pampas' ? '#b79d6b' : '#6d6a45'),
      { steps: 16, ring: 6 },
    )
    if (kind === 'pampas') return [stem, plume(at, chance)]
    return [stem, leavesAlong(at, kind, chance)]
  })
}

function leavesAlong(at, kind, chance) {
  const eucalyptus = kind === 'eucalyptus'
  const greens = eucalyptus ? ['#8fa596', '#7d9686', '#a0b3a2'] : ['#5d7a3d', '#6f8a45', '#4f6b36']
  const blade = leafBlade(eucalyptus ? 0.8 : 0.36)
  const out = []
  for (let t = 0.42; t <= 1.001; t += eucalyptus ? 0.075 : 0.085) {
    for (const side of [0, 1]) {
      const spot = at(t)
      const size = (eucalyptus ? 0.2 : 0.25) * chance.between(0.75, 1.1) * (1.15 - t * 0.45)
      out.push(
        mesh(blade, leaf(chance.pick(greens), 0.6), {
          at: spot,
          turn: [
            chance.between(-0.5, 0.5),
            side * Math.PI + chance.between(-0.7, 0.7),
            chance.between(0.1, 0.9),
          ],
          scale: size,
        }),
      )
    }
  }
  return out
}

const blades = new Map()

/** One leaf along x, a little folded; `round` is its width. */
export function leafBlade(round) {
  if (blades.has(round)) return blades.get(round).clone()
  const geometry = new THREE.PlaneGeometry(1, 1, 10, 6)
  const position = geometry.attributes.position
  for (let n = 0; n < position.count; n++) {
    const t = position.getX(n) + 0.5
    const side = position.getY(n) * 2
    const wide = Math.sin(Math.PI * t ** 0.8) ** 0.75 * round * 0.5
    position.setXYZ(n, t, Math.abs(side) * wide * 0.35 - t * t * 0.18, side * wide)
  }
  geometry.computeVertexNormals()
  blades.set(round, geometry)
  return geometry.clone()
}

function plume(at, chance) {
  const out = []
  const material = fabric('#dcc9a3', 'wool')
  for (let n = 0; n < 46; n++) {
    const t = 0.55 + 0.47 * (n / 46)
    const base = at(t)
    const turn = chance.next() * 6.28
    const long = 0.26 * Math.sin(Math.PI * Math.min(1, (n + 5) / 50)) + 0.06
    const tip = [
      base[0] + Math.cos(turn) * long * 0.45,
      base[1] + long * 0.8,
      base[2] + Math.sin(turn) * long * 0.45,
    ]
    const mid = [
      (base[0] + tip[0]) / 2 + Math.cos(turn) * 0.03,
      (base[1] + tip[1]) / 2 + 0.03,
      (base[2] + tip[2]) / 2,
    ]
    out.push(along([base, mid, tip], (s) => 0.024 * (1 - s * 0.8), material, { steps: 5, ring: 5 }))
  }
  return out
}

const mugShapes = {
  straight: [
    [0, 0],
    [0.4, 0, 0.06],
    [0.42, 0.95, 0.01],
  ],
  tapered: [
    [0, 0],
    [0.32, 0, 0.05],
    [0.45, 0.98, 0.01],
  ],
  belly: [
    [0, 0],
    [0.3, 0, 0.04],
    [0.5, 0.28, 0.25],
    [0.43, 0.85, 0.2],
    [0.45, 0.92, 0.01],
  ],
  low: [
    [0, 0],
    [0.36, 0, 0.08],
    [0.52, 0.34, 0.2],
    [0.54, 0.68, 0.01],
  ],
  camp: [
    [0, 0],
    [0.42, 0, 0.04],
    [0.44, 0.82, 0.02],
    [0.455, 0.84, 0.01],
  ],
}

/** shape straight|tapered|belly|low|camp, colour, inside colour, finish, drink none|coffee|tea, band colour */
export function mug({
  shape = 'straight',
  colour = 'petrol',
  inside,
  finish = 'shiny',
  drink = 'coffee',
  band,
  count = 1,
} = {}) {
  const one = (x, z, turn) =>
    place(group(oneMug({ shape, colour, inside, finish, drink, band })), {
      at: [x, 0, z],
      turn: [0, turn, 0],
    })
  const all = count === 1 ? [one(0, 0, 0)] : [one(-0.62, 0.1, 0.25), one(0.62, -0.16, -0.5)]
  return { group: group(all), ground: 'linen', camera: { detail: { aim: [0.42, 0.75, 0.8] } } }
}

function oneMug({ shape, colour, inside, finish, drink, band }) {
  const line = mugShapes[shape] ?? mugShapes.straight
  const [rim, high] = line[line.length - 1]
  const material = potteryFinish(finish, colour)
  const wall = line[line.length - 2]
  const at = (y) => {
    for (let n = 2; n < line.length; n++) {
      const [a, b] = [line[n - 1], line[n]]
      if (y <= b[1]) return a[0] + ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1])
    }
    return wall[0]
  }
  const [upper, lower] = [high * 0.82, high * 0.2]
  return [
    vessel(line, 0.035, material, { floor: 0.05 }),
    inside &&
      turned(
        [
          [0, 0.07],
          [rim - 0.075, 0.07, 0.06],
          [rim - 0.037, high - 0.02, 0],
        ],
        insideOf(potteryFinish(finish, inside)),
        {},
      ),
    band &&
      turned(
        [
          [at(high * 0.3) + 0.0015, high * 0.3, 0],
          [at(high * 0.55) + 0.0015, high * 0.55, 0],
        ],
        potteryFinish(finish, band),
      ),
    along(
      [
        [at(upper) - 0.02, upper, 0],
        [at(upper) + 0.12, upper + 0.015, 0],
        [at(upper) + 0.26, high * 0.64, 0],
        [at(lower) + 0.24, high * 0.38, 0],
        [at(lower) + 0.1, lower + 0.01, 0],
        [at(lower) - 0.02, lower, 0],
      ],
      [0.075, 0.042],
      material,
      { steps: 44, up: [0, 0, 1], flatEnds: true },
    ),
    drinkIn(drink, rim - 0.036, high * 0.86),
  ]
}

export function insideOf(material) {
  material.side = THREE.BackSide
  return material
}

/** The surface of a drink, with foam where it belongs. */
export function drinkIn(drink, radius, y) {
  const colours = {
    coffee: '#2b170c',
    tea: '#8a4a17',
    latte: '#b98b5e',
    matcha: '#8aa04a',
    soup: '#c4692c',
  }
  if (!colours[drink]) return null
  const surface = turned(
    [
      [0, y],
      [radius * 0.93, y, 0],
      [radius, y + 0.012, 0.01],
    ],
    Object.assign(gloss(colours[drink], drink === 'latte' ? 0.4 : 0.2), {
      specularIntensity: 0.45,
    }),
    { steps: 48 },
  )
  if (drink !== 'coffee') return surface
  const crema = turned(
    [
      [radius * 0.86, y + 0.003, 0],
      [radius * 0.99, y + 0.011, 0],
    ],
    gloss('#8a5a2e', 0.3),
    { steps: 48 },
  )
  return [surface, crema]
}

/** Cups and saucers; colour, finish, count 1..4, saucer none or colour or wood name */
export function espresso({
  colour = 'white',
  finish = 'shiny',
  count = 2,
  saucer,
  spoon = true,
  drink = 'coffee',
} = {}) {
  const cup = () => {
    const material = potteryFinish(finish, colour)
    return [
      turned(
        [
          [0, 0.02],
          [0.2, 0, 0.02],
          [0.52, 0.07, 0.05],
          [0.6, 0.12, 0.02],
          [0.585, 0.135, 0.01],
          [0.5, 0.1, 0.04],
          [0.24, 0.05, 0.02],
          [0, 0.05],
        ],
        potteryFinish(finish, saucer ?? colour),
      ),
      place(
        group(
          vessel(
            [
              [0, 0],
              [0.17, 0, 0.02],
              [0.31, 0.2, 0.2],
              [0.34, 0.5, 0.01],
            ],
            0.03,
            material,
            { floor: 0.04 },
          ),
          drinkIn(drink, 0.3, 0.41),
          along(
            [
              [0.31, 0.42, 0],
              [0.42, 0.44, 0],
              [0.48, 0.34, 0],
              [0.42, 0.22, 0],
              [0.29, 0.2, 0],
            ],
            [0.05, 0.026],
            material,
            { steps: 30, up: [0, 0, 1] },
          ),
        ),
        { at: [0, 0.05, 0], turn: [0, -0.35, 0] },
      ),
      spoon &&
        place(
          group(
            along(
              [
                [-0.44, 0.155, 0.32],
                [-0.1, 0.15, 0.42],
                [0.22, 0.15, 0.42],
              ],
              (t) => [0.02 - 0.008 * t, 0.008],
              metal('steel', { rough: 0.15 }),
              { steps: 20, up: [0, 1, 0] },
            ),
            mesh(new THREE.SphereGeometry(0.07, 20, 12), metal('steel', { rough: 0.15 }), {
              at: [0.28, 0.15, 0.42],
              scale: [1.25, 0.22, 0.8],
            }),
          ),
          {},
        ),
    ]
  }
  const spots = {
    1: [[0, 0]],
    2: [
      [-0.62, -0.12],
      [0.6, 0.2],
    ],
    3: [
      [-0.72, -0.2],
      [0.1, 0.5],
      [0.72, -0.3],
    ],
    4: [
      [-0.66, -0.5],
      [0.66, -0.5],
      [-0.6, 0.66],
      [0.72, 0.66],
    ],
  }[count]
  return {
    group: group(
      spots.map(([x, z], n) => place(group(cup()), { at: [x, 0, z], turn: [0, n * 0.9, 0] })),
    ),
    ground: 'stone',
    camera: { always: { above: 26 }, detail: { above: 24, aim: [0.25, 0.7, 0.7] } },
  }
}

/** colour, finish, shape round|tall|cast, handle wood name|metal|self, cups 0..2 */
export function teapot({
  colour = 'sage',
  finish = 'speckled',
  shape = 'round',
  handle = 'self',
  cups = 0,
} = {}) {
  const body = {
    round: [
      [0.34, 0],
      [0.5, 0.05],
      [0.72, 0.4],
      [0.68, 0.68],
      [0.44, 0.92],
      [0.3, 0.97],
    ],
    tall: [
      [0.44, 0],
      [0.5, 0.05],
      [0.52, 0.5],
      [0.47, 0.95],
      [0.36, 1.2],
      [0.28, 1.26],
    ],
    cast: [
      [0.42, 0],
      [0.62, 0.06],
      [0.8, 0.3],
      [0.76, 0.5],
      [0.5, 0.7],
      [0.3, 0.75],
    ],
  }[shape]
  const material = potteryFinish(finish, colour)
  const [neck, high] = body[body.length - 1]
  const wide = Math.max(...body.map(([r]) => r))
  const hold =
    handle === 'self' ? material : handle === 'metal' ? metal('blackmetal') : metal('brass')
  const clear = finish === 'glass'
  const tea = clear && [
    glass(
      turned(
        [
          [0, 0.03],
          [wide * 0.9, 0.04, 0.05],
          [wide * 0.93, high * 0.4, 0.1],
          [wide * 0.88, high * 0.62, 0.01],
          [0, high * 0.62],
        ],
        null,
      ).geometry,
      'tea',
      { deep: 1.3, rim: 0.2, shine: 0.35 },
    ),
    glass(
      turned(
        [
          [0.2, high * 0.3, 0.05],
          [0.22, high * 0.34, 0.05],
          [0.23, high * 0.96, 0.01],
        ],
        null,
      ).geometry,
      'clear',
    ),
    blob([0.19, 0.14, 0.19], 0.9, coat('#4a3a1c', 1), { at: [0, high * 0.42, 0] }),
  ]
  const parts = [
    turned(
      [[0, 0], ...body].map((p) => p),
      material,
      { smooth: true, steps: 64 },
    ),
    turned(
      [
        [neck + 0.02, high - 0.02],
        [neck + 0.03, high + 0.02, 0.02],
        [neck * 0.6, high + 0.12, 0.1],
        [0.05, high + 0.15, 0.02],
        [0.04, high + 0.19, 0.02],
        [0.1, high + 0.25, 0.05],
        [0.07, high + 0.31, 0.05],
        [0, high + 0.32],
      ],
      material,
      { steps: 48 },
    ),
    along(
      [
        [wide * 0.8, high * 0.34, 0],
        [wide + 0.18, high * 0.5, 0],
        [wide + 0.32, high * 0.82, 0],
        [wide + 0.46, high * 1.0, 0],
      ],
      (t) => 0.125 - 0.07 * t,
      material,
      { steps: 30, flatEnds: true },
    ),
    shape === 'cast'
      ? along(
          [
            [-wide * 0.55, high * 0.88, 0],
            [-wide * 0.62, high * 1.5, 0],
            [0, high * 2.0, 0],
            [wide * 0.62, high * 1.5, 0],
            [wide * 0.55, high * 0.88, 0],
          ],
          [0.035, 0.03],
          hold,
          { steps: 50 },
        )
      : along(
          [
            [-wide * 0.72, high * 0.84, 0],
            [-wide - 0.22, high * 0.86, 0],
            [-wide - 0.36, high * 0.5, 0],
            [-wide - 0.14, high * 0.22, 0],
            [-wide * 0.82, high * 0.24, 0],
          ],
          [0.055, 0.05],
          hold,
          { steps: 46 },
        ),
  ]
  const cup = (x, z) =>
    place(
      group(
        vessel(
          [
            [0, 0],
            [0.2, 0, 0.03],
            [0.33, 0.16, 0.16],
            [0.36, 0.36, 0.01],
          ],
          0.028,
          potteryFinish(finish, colour),
          { floor: 0.04 },
        ),
        drinkIn('tea', 0.32, 0.28),
      ),
      { at: [x, 0, z] },
    )
  return {
    group: group(
      clear ? [parts.map(({ geometry }) => glass(geometry, 'clear')), tea] : parts,
      cups > 0 && cup(0.75, 0.85),
      cups > 1 && cup(-0.2, 1.05),
    ),
    ground: 'sage',
  }
}

/** Plates and bowls. pieces stack|bowl|plate|set|serving, colour, second colour, finish */
export function tableware({
  pieces = 'set',
  colour = 'cream',
  second,
  finish = 'speckled',
  count = 4,
} = {}) {
  const main = () => potteryFinish(finish, colour)
  const other = () => potteryFinish(finish, second ?? colour)
  const plate = (r, y, material) =>
    turned(
      [
        [0, y],
        [r * 0.6, y, 0.02],
        [r * 0.66, y + 0.02, 0.02],
        [r, y + 0.1, 0.02],
        [r * 0.99, y + 0.125, 0.012],
        [r * 0.68, y + 0.055, 0.06],
        [0, y + 0.045],
      ],
      material,
      { steps: 72 },
    )
  const bowl = (r, h, material, at = [0, 0, 0]) =>
    vessel(
      [
        [0, 0],
        [r * 0.48, 0, 0.02],
        [r * 0.5, 0.04, 0.02],
        [r * 0.92, h * 0.5, 0.3],
        [r, h, 0.01],
      ],
      0.04,
      material,
      { floor: 0.06, where: { at } },
    )
  const layouts = {
    bowl: () => [bowl(0.8, 0.6, main())],
    stack: () =>
      Array.from({ length: count }, (_, n) =>
        bowl(0.72, 0.48, n % 2 ? other() : main(), [n * 0.01, n * 0.17, -n * 0.008]),
      ),
    plate: () =>
      Array.from({ length: count }, (_, n) => plate(1, n * 0.07, n % 2 ? other() : main())),
    set: () => [
      plate(1.02, 0, main()),
      plate(0.76, 0.07, other()),
      bowl(0.5, 0.36, main(), [0, 0.13, 0]),
      place(group(oneMug({ shape: 'low', colour: second ?? colour, finish, drink: 'none' })), {
        at: [1.45, 0, 0.35],
        turn: [0, 0.3, 0],
      }),
    ],
    serving: () => [
      bowl(1.1, 0.55, main()),
      bowl(0.48, 0.32, other(), [1.35, 0, 0.62]),
      bowl(0.36, 0.24, main(), [0.72, 0, 1.15]),
    ],
  }
  return {
    group: group((layouts[pieces] ?? layouts.set)()),
    ground: 'linen',
    camera: { always: { above: 27 }, detail: { above: 30, aim: [0.6, 0.7, 0.8] } },
  }
}

import * as THREE from 'three'
import { glass } from '../stage/glassware.js'
import { print } from '../stage/printing.js'
import { seededChance } from '../stage/seeded-chance.js'
import {
  along,
  ball,
  blob,
  block,
  bothSides,
  copies,
  group,
  mesh,
  place,
  ring,
  rod,
  surface,
  turned,
} from '../stage/shaping.js'
import {
  coat,
  fabric,
  gloss,
  glow,
  isWood,
  leather,
  metal,
  plastic,
  printed,
  rubber,
  wood,
} from '../stage/surfaces.js'

/** dumbbells|kettlebell|rope|bands; colour, accent */
export function training({ kind = 'dumbbells', colour = 'anthracite', accent = 'chrome' } = {}) {
  const body = rubber(colour)
  const bar = ['chrome', 'steel', 'brass', 'copper', 'gold'].includes(accent)
    ? metal(accent)
    : isWood(accent)
      ? wood(accent)
      : coat(accent)
  const bell = (at, turn) =>
    place(
      group(
        place(
          group(
            [-1, 1].map((s) =>
              mesh(new THREE.CylinderGeometry(0.36, 0.36, 0.42, 6, 1), hex(body), {
                at: [0, s * 0.62, 0],
              }),
            ),
            [-1, 1].map((s) =>
              turned(
                [
                  [0.3, 0],
                  [0.33, 0.0],
                  [0.3, s * 0.04],
                  [0.1, s * 0.05],
                  [0, s * 0.05],
                ],
                body,
                { where: { at: [0, s * 0.82, 0] } },
              ),
            ),
            turned(
              [
                [0, -0.45],
                [0.1, -0.45, 0],
                [0.125, 0, 0.3],
                [0.1, 0.45, 0],
                [0, 0.45],
              ],
              bar,
            ),
          ),
          { turn: [0, 0.524, Math.PI / 2] },
        ),
      ),
      { at, turn: [0, turn, 0] },
    )
  const hex = (material) => Object.assign(material.clone(), { flatShading: true })
  const kinds = {
    dumbbells: () => [bell([0, 0.31, 0], 0.25), bell([0.2, 0.31, 0.95], -0.12)],
    kettlebell: () => [
      blob([0.6, 0.56, 0.6], 1, coat(colour, 0.5), { at: [0, 0.52, 0] }, ([x, y, z]) => [
        x,
        Math.max(y, -0.5),
        z,
      ]),
      along(
        [
          [-0.3, 0.9, 0],
          [-0.42, 1.2, 0],
          [-0.3, 1.46, 0],
          [0, 1.52, 0],
          [0.3, 1.46, 0],
          [0.42, 1.2, 0],
          [0.3, 0.9, 0],
        ],
        0.085,
        coat(colour, 0.5),
        { steps: 60 },
      ),
      turned(
        [
          [0.6, 0.5],
          [0.612, 0.56],
          [0.602, 0.64],
        ],
        coat(accent === 'chrome' ? 'terracotta' : accent),
      ),
    ],
    rope: () => {
      const grip = (x, z, turn) =>
        place(
          turned(
            [
              [0, 0],
              [0.09, 0, 0.03],
              [0.07, 0.4, 0.1],
              [0.1, 0.85, 0.04],
              [0, 0.86],
            ],
            isWood(accent) ? wood(accent, { axis: 'y' }) : plastic(colour),
          ),
          { at: [x, 0.1, z], turn: [0, turn, Math.PI / 2] },
        )
      const path = []
      for (let n = 0; n <= 120; n++) {
        const a = (n / 120) * Math.PI * 6.4 + 0.5
        const r = 0.85 + 0.09 * Math.sin(n * 0.6) - n * 0.001
        path.push([Math.cos(a) * r, 0.06 + n * 0.0016, Math.sin(a) * r * 0.75])
      }
      return [
        along(path, 0.042, plastic(colour), { steps: 300, ring: 8 }),
        grip(1.5, 0.35, 0.25),
        grip(1.2, 0.85, -0.1),
      ]
    },
    bands: () =>
      ['rose', 'sage', 'mustard'].map((tint, n) =>
        along(
          Array.from({ length: 24 }, (_, k) => {
            const a = (k / 24) * 6.2832
            return [
              Math.cos(a) * (0.95 - n * 0.12),
              0.17 + n * 0.34,
              Math.sin(a) * (0.42 - n * 0.06),
            ]
          }),
          [0.16, 0.022],
          rubber(n ? tint : colour),
          { closed: true, up: [0, 1, 0], steps: 90 },
        ),
      ),
  }
  return {
    group: group((kinds[kind] ?? kinds.dumbbells)()),
    ground: 'stone',
    camera: { always: { above: 24 } },
  }
}

/** football|basket|beach|petanque; colours */
export function sportBall({ kind = 'football', colour = 'white', second = 'charcoal' } = {}) {
  if (kind === 'petanque') {
    const steel = (n) => metal(n % 2 ? 'bronze' : 'steel', { rough: 0.25 })
    return {
      group: group(
        copies(6, (n) =>
          place(
            group(
              ball(0.37, steel(n)),
              [0, 1, 2].map((k) =>
                ring(0.369 * Math.cos((k - 1) * 0.35), 0.006, metal('gunmetal'), {
                  at: [0, 0.369 * Math.sin((k - 1) * 0.35), 0],
                  turn: [Math.PI / 2, 0, 0],
                }),
              ),
            ),
            {
              at: [
                [-0.8, 0.37, -0.2],
                [0, 0.37, -0.35],
                [0.78, 0.37, -0.15],
                [-0.4, 0.37, 0.45],
                [0.4, 0.37, 0.5],
                [0, 0.98, 0.05],
              ][n],
              turn: [n, n * 2, n],
            },
          ),
        ),
        place(ball(0.14, wood('beech')), { at: [1.2, 0.14, 0.75] }),
      ),
      ground: 'sage',
    }
  }
  const sphere = new THREE.IcosahedronGeometry(1, 44)
  const faces = new THREE.IcosahedronGeometry(1, 0).attributes.position
  const corners = []
  for (let n = 0; n < faces.count; n++) {
    const p = new THREE.Vector3().fromBufferAttribute(faces, n).normalize()
    if (!corners.some((c) => c.distanceTo(p) < 0.01)) corners.push(p)
  }
  const middles = []
  for (let n = 0; n < faces.count; n += 3)
    middles.push(
      [0, 1, 2]
        .reduce(
          (sum, k) => sum.add(new THREE.Vector3().fromBufferAttribute(faces, n + k)),
          new THREE.Vector3(),
        )
        .normalize(),
    )
  const position = sphere.attributes.position
  const colours = new Float32Array(position.count * 3)
  const [a, b] = [coat(colour).color, coat(second).color]
  const seam = new THREE.Color('#2a2624')
  const p = new THREE.Vector3()
  for (let n = 0; n < position.count; n++) {
    p.fromBufferAttribute(position, n).normalize()
    let tone = a
    let groove = 0
    if (kind === 'football') {
      const sorted = corners.map((c) => c.dot(p) * 1.0).sort((x, y) => y - x)
      const near = middles.map((m) => m.dot(p) * 0.9786 + 0.0).sort((x, y) => y - x)
      const pent = sorted[0] * 1.0
      const edge = Math.min(
        Math.abs(pent - near[0]) * 4,
        pent < near[0] ? (near[0] - near[1]) * 4 : 1,
      )
      if (pent > near[0]) tone = b
      groove = Math.max(0, 1 - edge / 0.055)
    } else if (kind === 'basket') {
      const lines = [
        Math.abs(p.x),
        Math.abs(p.y),
        Math.abs(Math.hypot(p.x - 0.95, p.y * 0.55) - 0.62),
        Math.abs(Math.hypot(p.x + 0.95, p.y * 0.55) - 0.62),
      ]
      groove = Math.max(0, 1 - Math.min(...lines) / 0.022)
    } else {
      const slice = Math.floor(((Math.atan2(p.z, p.x) + Math.PI) / 6.2832) * 6)
      if (slice % 2) tone = b
    }
    const mixed = tone.clone().lerp(seam, groove * (kind === 'basket' ? 0.95 : 0.55))
    colours.set([mixed.r, mixed.g, mixed.b], n * 3)
    p.multiplyScalar(1 - groove * 0.014)
    position.setXYZ(n, p.x, p.y, p.z)
  }
  sphere.setAttribute('color', new THREE.BufferAttribute(colours, 3))
  sphere.computeVertexNormals()
  const normal = sphere.attributes.normal
  for (let n = 0; n < position.count; n++) {
    p.fromBufferAttribute(position, n).normalize()
    const q = new THREE.Vector3().fromBufferAttribute(normal, n).lerp(p, 0.55).normalize()
    normal.setXYZ(n, q.x, q.y, q.z)
  }
  const skin =
    kind === 'basket'
      ? leather('white', { fine: true, scale: 1.3 })
      : coat('white', kind === 'football' ? 0.32 : 0.2)
  skin.color.set('#ffffff')
  skin.vertexColors = true
  return {
    group: group(place(mesh(sphere, skin), { at: [0, 1, 0], turn: [0.35, 0.3, 0.2] })),
    ground: 'sage',
    size: 0.98,
  }
}

/** Bicycle lamp pair or bell; colour (of the bell: a metal or a colour) */
export function bicycle({ kind = 'lamps', colour = 'charcoal', accent = 'silver' } = {}) {
  if (kind === 'bell') return bell(colour)
  const body = coat(colour, 0.35)
  const lamp = (front) =>
    group(
      turned(
        [
          [0, -0.7],
          [0.3, -0.66, 0.12],
          [0.36, 0, 0.1],
          [0.4, 0.2, 0.02],
          [0.36, 0.22, 0.01],
        ],
        body,
        { where: { turn: [Math.PI / 2, 0, 0] } },
      ),
      turned(
        [
          [0, -0.12],
          [0.2, -0.02],
          [0.36, 0.2],
        ],
        bothSides(metal('chrome')),
        { where: { turn: [Math.PI / 2, 0, 0] } },
      ),
      place(ball(0.12, glow(front ? '#fff4dc' : '#ff3b2a', 2.4)), { at: [0, 0, 0.12] }),
      place(
        glass(
          new THREE.SphereGeometry(0.37, 32, 12, 0, 6.2832, 0, 0.9),
          front ? 'clear' : '#ff2a1a',
          { shade: 0 },
        ),
        { turn: [Math.PI / 2, 0, 0], at: [0, 0, -0.03] },
      ),
      block(rubber(), [0.3, 0.27, 0.3], [0, -0.62, -0.22], 0.06),
      mesh(new THREE.TorusGeometry(0.22, 0.07, 12, 40), rubber(), {
        at: [0, -0.72, -0.2],
        turn: [0, 1.57, 0],
      }),
      ring(0.385, 0.02, metal(accent), { at: [0, 0, 0.2] }),
    )
  return {
    group: group(
      place(lamp(true), { at: [-0.55, 0.98, 0], turn: [0, -0.15, 0] }),
      place(lamp(false), { at: [0.6, 0.78, 0.15], turn: [0, 0.3, 0], scale: 0.78 }),
    ),
    ground: 'mist',
    camera: { always: { around: 14 } },
  }
}

/** A dome that is flicked with a finger, on a piece of handlebar. */
function bell(colour) {
  const brass = colour === 'brass'
  const skin = () => (brass ? metal('brass') : gloss(colour, 0.16))
  const steel = () => metal(brass ? 'brass' : 'steel', { rough: 0.22 })
  const dome = group(
    turned(
      [
        [0.615, 0.0],
        [0.64, 0.03],
        [0.625, 0.09],
        [0.6, 0.25],
        [0.53, 0.43],
        [0.4, 0.56],
        [0.22, 0.635],
        [0, 0.655],
      ],
      skin(),
      { smooth: true, steps: 96 },
    ),
    ring(0.628, 0.02, skin(), { at: [0, 0.02, 0], turn: [Math.PI / 2, 0, 0] }),
    turned(
      [
        [0.11, 0.63],
        [0.1, 0.7, 0.02],
        [0, 0.71],
      ],
      steel(),
    ),
  )
  const foot = coat('charcoal', 0.4)
  const striker = group(
    along(
      [
        [0.22, 0.02, 0.3],
        [0.42, 0, 0.56],
        [0.53, 0.02, 0.68],
        [0.58, 0.14, 0.72],
        [0.585, 0.27, 0.66],
      ],
      [0.055, 0.022],
      steel(),
      { steps: 50, up: [0.7, 0, -0.7], square: true },
    ),
    ball(0.1, steel(), { at: [0.575, 0.29, 0.6] }),
    turned(
      [
        [0, 0],
        [0.13, 0, 0.02],
        [0.13, 0.045, 0.02],
        [0, 0.05],
      ],
      steel(),
      { where: { at: [0.56, -0.03, 0.74] } },
    ),
  )
  return {
    group: group(
      rod(metal('aluminium', { rough: 0.28 }), [-1.25, 0.2, 0], [0.95, 0.2, 0], 0.2),
      rod(leather('brown', { fine: true }), [0.72, 0.2, 0], [1.7, 0.2, 0], 0.25),
      rod(metal('aluminium', { rough: 0.2 }), [0.66, 0.2, 0], [0.76, 0.2, 0], 0.255),
      rod(foot, [-0.22, 0.2, 0], [0.22, 0.2, 0], 0.235),
      block(foot, [0.26, 0.16, 0.3], [0, 0.38, 0], 0.03),
      turned(
        [
          [0, 0.5],
          [0.3, 0.5, 0.02],
          [0.56, 0.58, 0.02],
          [0.56, 0.62],
          [0, 0.62],
        ],
        foot,
      ),
      place(group(dome, striker), { at: [0, 0.6, 0] }),
    ),
    ground: 'mist',
    size: 1.2,
    camera: { always: { above: 22, around: 20, fill: 0.8 } },
  }
}

/** Picnic basket; colour of lining, wine and bread beside it */
export function picnic({ colour = 'sand', lining = 'red', bottle = true } = {}) {
  const chance = seededChance(3)
  const wicker = (n) => fabric(n % 2 ? colour : '#b98d58', 'twill', { scale: 1.4, depth: 3 })
  const rows = 9
  const walls = copies(rows, (n) => {
    const y = 0.07 + n * 0.11
    const grow = 1 + n * 0.011
    const outline = []
    for (let k = 0; k < 80; k++) {
      const a = (k / 80) * 6.2832
      const [c, s] = [Math.cos(a), Math.sin(a)]
      const weave = 0.022 * Math.sin(k * 1.571 * 1 + n * Math.PI)
      outline.push([
        Math.sign(c) * Math.abs(c) ** 0.45 * (1.12 * grow + weave),
        y,
        Math.sign(s) * Math.abs(s) ** 0.45 * (0.72 * grow + weave),
      ])
    }
    return along(outline, 0.06, wicker(n), { closed: true, steps: 200, ring: 8 })
  })
  const top = copies(7, (n) =>
    block(wicker(n), [2.42, 0.07, 0.225], [0, 1.03, (n - 3) * 0.222], 0.03),
  )
  const lid = place(group(top), {})
  const handle = along(
    [
      [0, 0.8, 0.84],
      [0, 1.35, 0.83],
      [0, 1.75, 0.4],
      [0, 1.82, 0],
      [0, 1.75, -0.4],
      [0, 1.35, -0.83],
      [0, 0.8, -0.84],
    ],
    0.05,
    fabric('#a87a48', 'twill', { scale: 2, depth: 4 }),
    { steps: 70 },
  )
  const clothOut = surface(
    (u, v) => {
      const x = -0.95 + u * 0.95
      const drop = v
      return [
        x + 0.03 * Math.sin(v * 9 + u * 4),
        1.08 + 0.03 * Math.sin(u * 8) - Math.max(0, drop - 0.4) * 0.95,
        0.35 +
          Math.min(0.44, drop * 1.0) +
          0.03 * Math.sin(u * 11 + v * 3) +
          (drop > 0.4 ? 0.05 : 0),
      ]
    },
    40,
    30,
    printed(
      print(1, 1, (pen, w) => {
        pen.fill('white')
        pen.context.globalAlpha = 0.6
        for (let k = 0; k < 8; k++) {
          pen.box((k * w) / 8, 0, w / 16, w, lining)
          pen.box(0, (k * w) / 8, w, w / 16, lining)
        }
      }),
      { rough: 0.95 },
    ),
  )
  const straps = [-0.6, 0.6].map((x) => [
    block(leather('brown', { fine: true }), [0.14, 0.42, 0.03], [x, 0.68, 0.83], 0.012),
    block(metal('brass'), [0.18, 0.12, 0.03], [x, 0.74, 0.85], 0.02),
    block(leather('brown', { fine: true }), [0.14, 0.03, 0.5], [x, 1.1, 0.58], 0.012),
  ])
  const wine = bottle && [
    place(
      turned(
        [
          [0, 0],
          [0.2, 0, 0.03],
          [0.2, 0.95, 0.1],
          [0.08, 1.15, 0.07],
          [0.08, 1.5, 0.01],
          [0, 1.5],
        ],
        gloss('#16210f', 0.06),
      ),
      { at: [1.55, 0, 0.35] },
    ),
    place(
      turned(
        [
          [0.085, 1.2],
          [0.085, 1.5, 0.02],
          [0, 1.52],
        ],
        coat('burgundy', 0.3),
      ),
      { at: [1.55, 0, 0.35] },
    ),
    place(
      turned(
        [
          [0.203, 0.28],
          [0.203, 0.72],
        ],
        coat('ivory', 0.9),
      ),
      { at: [1.55, 0, 0.35] },
    ),
    copies(3, (n) =>
      place(ball(0.15, gloss(n === 1 ? '#9cb04a' : '#a32c28', 0.25)), {
        at: [1.1 + n * 0.3, 0.15, 0.95 + chance.between(-0.08, 0.08)],
      }),
    ),
  ]
  return {
    group: group(walls, lid, handle, clothOut, straps, wine),
    ground: 'sage',
    camera: { always: { above: 24 } },
  }
}

/** Tent-like and trekking: headlamp, pocket knife, compass */
export function trekking({ kind = 'compass', colour = 'brass', accent = 'red' } = {}) {
  const kinds = {
    compass: () => {
      const dial = print(1, 1, (pen, w) => {
        pen.fill('#f4efe2')
        for (let n = 0; n < 72; n++) {
          const a = (n / 72) * 6.2832
          const l = n % 18 === 0 ? 0.08 : n % 6 === 0 ? 0.05 : 0.025
          pen.line(
            [
              [w / 2 + Math.sin(a) * w * 0.47, w / 2 - Math.cos(a) * w * 0.47],
              [w / 2 + Math.sin(a) * w * (0.47 - l), w / 2 - Math.cos(a) * w * (0.47 - l)],
            ],
            '#2a2a2a',
            w * 0.005,
          )
        }
        'NESW'.split('').forEach((t, n) => {
          const a = n * 1.5708
          pen.text(
            t,
            w / 2 + Math.sin(a) * w * 0.32,
            w / 2 - Math.cos(a) * w * 0.32 + w * 0.035,
            w * 0.1,
            n ? '#2a2a2a' : '#a8322a',
            { font: 'softbold' },
          )
        })
      })
      return [
        turned(
          [
            [0, 0],
            [0.92, 0, 0.06],
            [0.96, 0.22, 0.04],
            [0.86, 0.26, 0.02],
            [0.84, 0.2],
          ],
          metal(colour),
          { steps: 90 },
        ),
        mesh(new THREE.CircleGeometry(0.85, 64), printed(dial, { rough: 0.8 }), {
          at: [0, 0.18, 0],
          turn: [-Math.PI / 2, 0, 0.5],
        }),
        place(
          group(
            mesh(new THREE.ConeGeometry(0.07, 0.58, 4), coat(accent, 0.3), {
              at: [0, 0, -0.29],
              turn: [-Math.PI / 2, 0, 0],
              scale: [1, 1, 0.2],
            }),
            mesh(new THREE.ConeGeometry(0.07, 0.58, 4), coat('white', 0.3), {
              at: [0, 0, 0.29],
              turn: [Math.PI / 2, 0, 0],
              scale: [1, 1, 0.2],
            }),
            ball(0.05, metal('brass')),
          ),
          { at: [0, 0.24, 0], turn: [0, 0.7, 0] },
        ),
        place(
          group(
            place(
              turned(
                [
                  [0, 0],
                  [0.92, 0, 0.06],
                  [0.95, 0.12, 0.04],
                  [0.5, 0.16, 0.1],
                  [0, 0.17],
                ],
                metal(colour),
                { steps: 90 },
              ),
              {},
            ),
          ),
          { at: [0, 0.28, -0.98], turn: [-1.2, 0, 0] },
        ).translateZ(0),
        ring(0.16, 0.03, metal(colour), { at: [0.0, 0.14, 1.1], turn: [1.57, 0, 0] }),
      ]
    },
    pocketknife: () => [
      place(
        group(
          block(coat(accent, 0.2), [2.1, 0.34, 0.5], [0, 0, 0], 0.16),
          block(metal('steel'), [2.0, 0.36, 0.28], [0, -0.01, 0], 0.05),
          ...[-1, 1].map((s) =>
            place(
              block(
                metal('steel', { rough: 0.15 }),
                [1.5, 0.035, 0.3],
                [s > 0 ? 0.72 : 0.5, 0, 0],
                0.015,
              ),
              {
                at: [s > 0 ? 1.55 : -1.1, 0.19 + s * 0.06, s * 0.12],
                turn: [0, s > 0 ? 0.25 : -0.7, 0],
              },
            ),
          ),
        ),
        { turn: [0, 0.3, 0] },
      ),
    ],
    headlamp: () => [
      along(
        Array.from({ length: 32 }, (_, n) => {
          const a = (n / 32) * Math.PI * 2
          const dent = 1 + 0.035 * Math.sin(a * 3 + 0.8)
          return [Math.cos(a) * 0.98 * dent, 0.29, Math.sin(a) * 0.82 - 0.52]
        }),
        [0.21, 0.03],
        fabric(colour, 'twill', { scale: 1.3 }),
        { closed: true, square: true, solid: true, up: [0, 1, 0], steps: 140 },
      ),
      place(
        group(
          [-0.11, 0.11].map((x) => block(plastic('charcoal'), [0.045, 0.5, 0.1], [x, 0, 0], 0.02)),
          [0, 0.455].map((y) => block(plastic('charcoal'), [0.26, 0.045, 0.1], [0, y, 0], 0.02)),
        ),
        { at: [0.88, 0.04, -0.2], turn: [0, 1.05, 0] },
      ),
      block(plastic('charcoal'), [0.7, 0.52, 0.36], [0, 0.05, 0.45], 0.12),
      place(
        turned(
          [
            [0, 0],
            [0.22, 0, 0.02],
            [0.24, 0.14, 0.03],
            [0.2, 0.14],
            [0.08, 0.06],
            [0, 0.05],
          ],
          metal('gunmetal'),
        ),
        { at: [0, 0.32, 0.6], turn: [Math.PI / 2, 0, 0] },
      ),
      place(ball(0.1, glow('#fff6e2', 2.2)), { at: [0, 0.32, 0.66] }),
      block(coat(accent), [0.2, 0.06, 0.12], [0, 0.56, 0.45], 0.02),
    ],
  }
  return {
    group: group((kinds[kind] ?? kinds.compass)()),
    ground: 'sage',
    camera: { always: { above: 34 } },
  }
}

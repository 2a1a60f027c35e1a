import * as THREE from 'three'
import { seededChance } from '../stage/seeded-chance.js'
import {
  along,
  copies,
  group,
  mesh,
  place,
  rod,
  surface,
  turned,
  vessel,
} from '../stage/shaping.js'
import { fabric, leaf, soil, wood } from '../stage/surfaces.js'
import { leafBlade, potteryFinish } from './vessels.js'

const pots = {
  taper: [
    [0, 0],
    [0.4, 0, 0.04],
    [0.56, 0.85, 0.02],
  ],
  round: [
    [0, 0],
    [0.36, 0, 0.05],
    [0.68, 0.4, 0.35],
    [0.52, 0.86, 0.02],
  ],
  cylinder: [
    [0, 0],
    [0.52, 0, 0.05],
    [0.53, 0.85, 0.02],
  ],
  bowl: [
    [0, 0],
    [0.42, 0, 0.04],
    [0.78, 0.3, 0.25],
    [0.8, 0.46, 0.02],
  ],
  rim: [
    [0, 0],
    [0.36, 0, 0.03],
    [0.5, 0.68, 0.01],
    [0.58, 0.68, 0.02],
    [0.6, 0.88, 0.02],
  ],
}

/** plant monstera|snake|olive|succulent|cactus|fern|herb|pilea, pot shape, colour, finish, saucer */
export function plant({
  kind = 'monstera',
  pot = 'cylinder',
  colour = 'terracotta',
  finish = 'satin',
  saucer = false,
  stand,
  seed = 1,
} = {}) {
  const line = pots[pot] ?? pots.cylinder
  const [rim, high] = line[line.length - 1]
  const material = finish === 'basket' ? fabric(colour, 'basket') : potteryFinish(finish, colour)
  const earth = turned(
    [
      [0, high - 0.06],
      [rim * 0.6, high - 0.055],
      [rim - 0.05, high - 0.09],
    ],
    soil(),
  )
  const legs =
    stand &&
    copies(4, (n) => {
      const a = n * 1.571 + 0.6
      return rod(
        wood(stand, { axis: 'y', seed: n }),
        [Math.cos(a) * 0.56, -0.5, Math.sin(a) * 0.56],
        [Math.cos(a) * 0.6, 0.25, Math.sin(a) * 0.6],
        0.04,
      )
    })
  const crown = place(group(greens[kind]?.(seededChance(`${kind}${seed}`), rim)), {
    at: [0, high - (kind === 'succulent' ? -0.04 : 0.08), 0],
  })
  return {
    group: group(
      vessel(line, 0.045, material),
      earth,
      crown,
      legs,
      saucer &&
        turned(
          [
            [0, 0],
            [rim + 0.08, 0, 0.02],
            [rim + 0.14, 0.1, 0.02],
            [rim + 0.08, 0.08, 0.01],
            [0, 0.03],
          ],
          potteryFinish(finish, colour),
        ),
    ),
    ground: 'sage',
    camera: { detail: { aim: [0.5, 0.7, 0.7] } },
  }
}

const stalk = (points, size, colour) =>
  along(points, size, leaf(colour, 0.6), { steps: 14, ring: 6 })

function bladeAt(shape, colour, from, turn, lift, size, roll = 0) {
  const one = mesh(leafShapes[shape](), leaf(colour), { scale: size })
  const arm = group(one)
  arm.rotation.set(roll, 0, lift)
  return place(group(arm), { at: from, turn: [0, turn, 0] })
}

const leafShapes = {
  long: () => leafBlade(0.3),
  oval: () => leafBlade(0.6),
  disc: () => leafBlade(0.95),
  monstera: () => monsteraLeaf(),
}

let monstera

function monsteraLeaf() {
  if (monstera) return monstera.clone()
  const edge = []
  for (let n = 0; n <= 180; n++) {
    const a = (n / 180) * Math.PI * 2
    let r = 0.5 * (1 + 0.28 * Math.cos(a)) * (1 + 0.12 * Math.cos(2 * a))
    const side = Math.abs(Math.sin(a))
    const slot = Math.max(0, Math.cos(a * 9 + Math.PI)) ** 6
    if (side > 0.32) r *= 1 - 0.5 * slot * Math.min(1, (side - 0.32) * 2.4)
    edge.push(new THREE.Vector2(0.42 + Math.cos(a) * r * 0.95, Math.sin(a) * r))
  }
  const geometry = new THREE.ShapeGeometry(new THREE.Shape(edge))
  const position = geometry.attributes.position
  for (let n = 0; n < position.count; n++) {
    const [x, y] = [position.getX(n), position.getY(n)]
    position.setXYZ(n, x, Math.abs(y) * 0.2 - x * x * 0.22, y)
  }
  geometry.computeVertexNormals()
  monstera = geometry
  return geometry.clone()
}

const greens = {
  monstera: (chance) =>
    copies(11, (n) => {
      const turn = n * 2.4
      const out = 0.3 + 0.5 * chance.next()
      const up = 0.75 + (1 - n / 11) * 0.75
      const tip = [Math.cos(turn) * out, up, -Math.sin(turn) * out]
      return [
        stalk([[0, 0, 0], [tip[0] * 0.35, up * 0.6, tip[2] * 0.35], tip], 0.022, '#5c7c46'),
        bladeAt(
          'monstera',
          chance.pick(['#2f6138', '#3a7043', '#28552f']),
          tip,
          turn,
          -0.25 - chance.next() * 0.4,
          0.72 + chance.next() * 0.25,
          chance.between(-0.2, 0.2),
        ),
      ]
    }),
  snake: (chance) =>
    copies(13, (n) => {
      const turn = n * 2.4
      const r = 0.05 + 0.38 * Math.sqrt(n / 13)
      const high = chance.between(0.9, 1.75)
      const twist = chance.between(-0.6, 0.6)
      return place(
        surface(
          (u, v) => {
            const w = 0.175 * (1 - v ** 3) * (0.75 + 0.5 * Math.sin(v * 2.4))
            const a = twist * v
            const s = (u - 0.5) * 2 * w
            return [
              Math.cos(a) * s,
              v * high,
              Math.sin(a) * s + 0.07 * (u - 0.5) ** 2 + v * v * 0.09,
            ]
          },
          6,
          20,
          leaf(n % 3 ? '#4c7050' : '#6f8f63', 0.4),
        ),
        {
          at: [Math.cos(turn) * r, 0, Math.sin(turn) * r],
          turn: [chance.between(-0.1, 0.14), turn, chance.between(-0.12, 0.12)],
        },
      )
    }),
  olive: (chance) => [
    along(
      [
        [0, 0, 0],
        [0.03, 0.5, 0.02],
        [-0.02, 1.1, 0],
      ],
      0.05,
      wood('oak', { axis: 'y', rough: 0.9 }),
      { steps: 20 },
    ),
    copies(12, (n) => {
      const turn = n * 2.4
      const base = [0, 0.75 + n * 0.04, 0]
      const tip = [Math.cos(turn) * 0.62, 1.15 + (n % 4) * 0.17, Math.sin(turn) * 0.62]
      const path = (t) => [
        base[0] + (tip[0] - base[0]) * t,
        base[1] + (tip[1] - base[1]) * t + 0.1 * Math.sin(t * 3),
        base[2] + (tip[2] - base[2]) * t,
      ]
      return [
        stalk([path(0), path(0.5), path(1)], 0.014, '#8a7a5a'),
        copies(15, (k) =>
          bladeAt(
            'long',
            chance.pick(['#7d9070', '#6b8060', '#8b9c7d']),
            path(0.25 + (k / 15) * 0.78),
            chance.next() * 6.28,
            chance.between(-0.2, 0.8),
            chance.between(0.2, 0.28),
          ),
        ),
      ]
    }),
  ],
  succulent: (chance, rim) =>
    copies(3, (m) =>
      place(
        group(
          copies(26, (n) => {
            const t = n / 26
            return bladeAt(
              'oval',
              m === 1 ? '#9fb7a0' : m ? '#7fa08a' : '#86a56f',
              [0, 0.02 + t * 0.13, 0],
              n * 2.4,
              0.1 + t * 1.15,
              0.42 - t * 0.24,
            )
          }),
        ),
        {
          at: [
            [-0.16, 0, 0.12],
            [0.24, 0, 0.05],
            [-0.02, 0, -0.26],
          ][m].map((v) => v * rim * 1.9),
          scale: 0.85 - m * 0.12 + chance.next() * 0.05,
        },
      ),
    ),
  cactus: () =>
    [
      [0, 0, 0.23, 1.3],
      [0.26, 0.12, 0.14, 0.7],
      [-0.2, -0.16, 0.12, 0.5],
    ].map(([x, z, r, h]) =>
      place(
        surface(
          (u, v) => {
            const a = u * 6.2832
            const rr =
              r *
              (1 + 0.09 * Math.cos(a * 12)) *
              Math.min(1, Math.sqrt(Math.max(0, 1 - Math.max(0, (v - 0.72) / 0.28) ** 2)) + 0.02) *
              (0.9 + 0.12 * Math.sin(v * 3))
            return [Math.cos(a) * rr, v * h, Math.sin(a) * rr]
          },
          96,
          36,
          leaf('#587c56', 0.6),
        ),
        { at: [x, 0, z] },
      ),
    ),
  fern: (chance) =>
    copies(22, (n) => {
      const turn = n * 2.4 + chance.next()
      const long = chance.between(0.7, 1.15)
      const rise = 0.95 - n * 0.018
      const path = (t) => [
        Math.cos(turn) * long * t,
        0.1 + rise * t * (1.5 - t * 1.1),
        -Math.sin(turn) * long * t,
      ]
      return [
        stalk([path(0), path(0.35), path(0.7), path(1)], 0.011, '#5d7d3c'),
        copies(13, (k) =>
          [-1, 1].map((s) =>
            bladeAt(
              'long',
              chance.pick(['#4f8a45', '#5b9750', '#447a3d']),
              path(0.2 + (k / 13) * 0.8),
              turn + s * 1.15,
              -0.15,
              0.3 * (1.06 - k / 14),
            ),
          ),
        ),
      ]
    }),
  herb: (chance) =>
    copies(16, (n) => {
      const turn = n * 2.4
      const r = 0.3 * Math.sqrt(n / 16)
      const high = chance.between(0.4, 0.72)
      const tip = [Math.cos(turn) * (r + 0.12), high, Math.sin(turn) * (r + 0.12)]
      return [
        stalk([[Math.cos(turn) * r, 0, Math.sin(turn) * r], tip], 0.014, '#6d8f45'),
        copies(8, (k) =>
          bladeAt(
            'oval',
            chance.pick(['#4f8f3a', '#5fa046', '#447d33']),
            [tip[0] * (0.8 + k * 0.025), high * (0.5 + k * 0.07), tip[2] * (0.8 + k * 0.025)],
            k * 1.6 + turn,
            0.25,
            0.2 + (k < 6 ? 0.06 : 0),
          ),
        ),
      ]
    }),
  pilea: (chance) =>
    copies(24, (n) => {
      const turn = n * 2.4
      const t = n / 24
      const out = 0.25 + t * 0.55
      const up = 0.85 - t * 0.55 + chance.next() * 0.1
      const tip = [Math.cos(turn) * out, up, -Math.sin(turn) * out]
      return [
        stalk(
          [[0, 0.05 + (1 - t) * 0.3, 0], [tip[0] * 0.5, up * 0.85, tip[2] * 0.5], tip],
          0.012,
          '#7a5a44',
        ),
        bladeAt(
          'disc',
          chance.pick(['#4d8550', '#589459']),
          [tip[0] * 0.78, tip[1] + 0.02, tip[2] * 0.78],
          turn,
          -0.35,
          chance.between(0.28, 0.4),
        ),
      ]
    }),
}

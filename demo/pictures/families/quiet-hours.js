import * as THREE from 'three'
import { seededChance } from '../stage/seeded-chance.js'
import {
  along,
  ball,
  blob,
  block,
  copies,
  group,
  mesh,
  place,
  rod,
  turned,
  vessel,
} from '../stage/shaping.js'
import { card, coat, fabric, madeOf, metal, paper, plastic, wood } from '../stage/surfaces.js'

/** Open box of colour pencils with a sketch pad; kind wood, colour of the pad */
export function drawingBox({ kind = 'whitewood', colour = 'terracotta' } = {}) {
  const board = (size, at, seed, axis = 'x') => block(wood(kind, { axis, seed }), size, at, 0.012)
  const inks = [
    '#b3242a',
    '#d9472b',
    '#e0762b',
    '#e8a23a',
    '#e8c53a',
    '#c9c44a',
    '#8fae3c',
    '#4f8f4a',
    '#2f6f4f',
    '#2a7f80',
    '#3f9fb8',
    '#5a8fcf',
    '#2f62a3',
    '#27407f',
    '#4a3a80',
    '#7d4a90',
    '#a8558f',
    '#cf6f95',
    '#e0a08f',
    '#a8703f',
    '#70513f',
    '#3f2f28',
    '#8d8f8f',
    '#2b2a2a',
  ]
  const pencils = copies(inks.length, (n) => {
    const ink = coat(inks[n], 0.3)
    return place(
      group(
        mesh(new THREE.CylinderGeometry(0.046, 0.046, 1.5, 6), ink, { at: [0, 0.75, 0] }),
        mesh(new THREE.ConeGeometry(0.046, 0.2, 24), wood('beech', { axis: 'y' }), {
          at: [0, 1.6, 0],
        }),
        mesh(new THREE.ConeGeometry(0.017, 0.075, 16), ink, { at: [0, 1.665, 0] }),
      ),
      { at: [-1.12 + n * 0.0975, 0.13, 0.95], turn: [-Math.PI / 2, 0, 0] },
    )
  })
  const pad = place(
    group(
      block(paper('ivory'), [1.5, 0.1, 1.95], [0, 0, 0], 0.01),
      block(card(colour, 0.7), [1.52, 0.03, 1.97], [0, 0.1, 0], 0.01),
      copies(20, (n) =>
        place(
          mesh(new THREE.TorusGeometry(0.07, 0.012, 8, 24), metal('steel'), {
            turn: [0, Math.PI / 2, 0],
          }),
          { at: [-0.68 + n * 0.0716, 0.06, -0.98] },
        ),
      ),
    ),
    { at: [2.05, 0, 0.35], turn: [0, -0.28, 0] },
  )
  const sharpener = place(
    group(
      block(metal('steel', { rough: 0.3 }), [0.3, 0.16, 0.2], [0, 0, 0], 0.02),
      rod(metal('blackmetal'), [0, 0.158, 0], [0, 0.166, 0], 0.03),
    ),
    { at: [1.05, 0, 1.5], turn: [0, 0.5, 0] },
  )
  return {
    group: group(
      board([2.56, 0.06, 2.1], [0, 0, 0], 1),
      [-1.25, 1.25].map((x, n) => board([0.06, 0.3, 2.1], [x, 0.04, 0], n + 2, 'z')),
      [-1.02, 1.02].map((z, n) => board([2.56, 0.3, 0.06], [0, 0.04, z], n + 4)),
      board([2.44, 0.06, 0.1], [0, 0.06, -0.76], 7),
      place(board([2.56, 0.06, 2.1], [0, 0, 1.05], 8), {
        at: [0, 0.36, -1.08],
        turn: [-1.89, 0, 0],
      }),
      pencils,
      pad,
      sharpener,
    ),
    ground: 'honey',
    camera: { always: { around: 14, above: 40 }, detail: { above: 34, aim: [0.3, 0.15, 0.55] } },
  }
}

/** Razor, brush and wooden bowl with soap; kind wood */
export function shavingSet({ kind = 'walnut' } = {}) {
  const chance = seededChance('brush')
  const timber = (seed) => madeOf(kind, coat, { axis: 'y', seed })
  const grip = (seed) =>
    turned(
      [
        [0, 0],
        [0.13, 0, 0.04],
        [0.17, 0.2, 0.1],
        [0.1, 0.5, 0.12],
        [0.14, 0.72, 0.05],
        [0.1, 0.78, 0.02],
        [0, 0.78],
      ],
      timber(seed),
      { steps: 40 },
    )
  const brush = group(
    grip(1),
    turned(
      [
        [0.1, 0.76, 0],
        [0.145, 0.78, 0.01],
        [0.145, 0.88, 0.01],
        [0.1, 0.9, 0],
      ],
      metal('chrome'),
    ),
    copies(260, (n) => {
      const [a, r] = [n * 2.4, Math.sqrt(n / 260)]
      const spread = 0.27 * r
      return rod(
        coat(['#e9dcc2', '#d9c6a2', '#4a3a2c'][n % 7 === 0 ? 2 : n % 2], 0.8),
        [Math.cos(a) * r * 0.125, 0.86, Math.sin(a) * r * 0.125],
        [
          Math.cos(a) * spread,
          1.52 - r * r * 0.16 + chance.between(-0.02, 0.02),
          Math.sin(a) * spread,
        ],
        0.011,
        0.006,
      )
    }),
  )
  const razor = place(
    group(
      turned(
        [
          [0, 0],
          [0.07, 0, 0.02],
          [0.095, 0.25, 0.2],
          [0.07, 0.85, 0.1],
          [0.05, 0.95, 0.02],
          [0, 0.95],
        ],
        timber(4),
        { steps: 36 },
      ),
      rod(metal('chrome'), [0, 0.94, 0], [0, 1.14, 0], 0.035),
      blob([0.31, 0.055, 0.15], [0.5, 0.8], metal('chrome'), { at: [0, 1.2, 0] }),
      block(metal('chrome'), [0.56, 0.03, 0.22], [0, 1.13, 0], 0.012),
      block(metal('steel'), [0.58, 0.008, 0.27], [0, 1.162, 0], 0.003),
    ),
    { at: [0.35, 0.1, 1.05], turn: [0, 0.35, -1.54] },
  )
  return {
    group: group(
      place(brush, { at: [-0.75, 0, -0.1] }),
      place(
        group(
          vessel(
            [
              [0, 0],
              [0.42, 0, 0.05],
              [0.56, 0.22, 0.16],
              [0.55, 0.42, 0.02],
            ],
            0.06,
            timber(7),
            { floor: 0.1 },
          ),
          turned(
            [
              [0, 0.1],
              [0.46, 0.1, 0.02],
              [0.47, 0.28, 0.05],
              [0.2, 0.32, 0.1],
              [0, 0.32],
            ],
            coat('ivory', 0.6),
          ),
        ),
        { at: [0.35, 0, -0.25] },
      ),
      razor,
    ),
    ground: 'mist',
    camera: { always: { around: 14, above: 26 }, detail: { aim: [0.15, 0.8, 0.4] } },
  }
}

/** Mat full of points, with a neck roll; colour of the cloth, points colour */
export function acupressureMat({ colour = 'moss', points = 'ivory' } = {}) {
  const cotton = fabric(colour, 'canvas')
  const tip = plastic(points)
  const stars = []
  const rosette = (at, turn) => {
    stars.push({ at, turn })
  }
  for (let row = 0; row < 9; row++)
    for (let n = 0; n < 15; n++)
      rosette([-1.5 + n * 0.2143, 0.125, -0.85 + row * 0.2125], [0, 0, 0])
  for (let row = 0; row < 4; row++)
    for (let n = 0; n < 7; n++) {
      const a = -0.6 + row * 0.5
      rosette([Math.sin(a) * 0.36 - 2.25, 0.36 + Math.cos(a) * 0.36, -0.62 + n * 0.207], [0, 0, -a])
    }
  const disc = new THREE.CylinderGeometry(0.085, 0.09, 0.02, 18)
  const spike = new THREE.ConeGeometry(0.014, 0.06, 8)
  const discs = new THREE.InstancedMesh(disc, tip, stars.length)
  const spikes = new THREE.InstancedMesh(spike, tip, stars.length * 9)
  const stand = new THREE.Object3D()
  const tooth = new THREE.Object3D()
  stars.forEach(({ at, turn }, n) => {
    place(stand, { at, turn })
    stand.updateMatrix()
    discs.setMatrixAt(n, stand.matrix)
    for (let k = 0; k < 9; k++) {
      const r = k === 8 ? 0 : 0.06
      place(tooth, { at: [Math.cos(k * 0.785) * r, 0.035, Math.sin(k * 0.785) * r] })
      tooth.updateMatrix()
      spikes.setMatrixAt(n * 9 + k, stand.matrix.clone().multiply(tooth.matrix))
    }
  })
  return {
    group: group(
      blob([1.68, 0.07, 1.02], [0.12, 0.4], cotton, { at: [0, 0.06, 0] }),
      turned(
        [
          [0, 0],
          [0.32, 0, 0.06],
          [0.36, 0.12, 0.1],
          [0.36, 1.45, 0.1],
          [0.32, 1.57, 0.06],
          [0, 1.57],
        ],
        cotton,
        { where: { at: [-2.25, 0.36, -0.785], turn: [Math.PI / 2, 0, 0] } },
      ),
      discs,
      spikes,
    ),
    ground: 'lilac',
    camera: { always: { around: 24, above: 32 }, detail: { above: 26, aim: [0.35, 0.5, 0.7] } },
  }
}

/** Six wooden puzzles; kind wood, second wood */
export function puzzles({ kind = 'walnut', second = 'oak' } = {}) {
  const timber = (seed, axis = 'x', name = kind) => wood(name, { axis, seed })
  const burr = group(
    [-0.11, 0.11].flatMap((s, n) => [
      block(timber(n, 'x'), [1.0, 0.21, 0.21], [0, -0.105, s], 0.02),
      block(timber(n + 3, 'y', second), [0.21, 1.0, 0.21], [s, -0.5, 0], 0.02),
      block(timber(n + 6, 'z'), [0.21, 0.21, 1.0], [0, s - 0.105, 0], 0.02),
    ]),
  )
  const cube = copies(27, (n) =>
    block(
      timber(n, 'x', (n + Math.floor(n / 3) + Math.floor(n / 9)) % 2 ? kind : second),
      [0.22, 0.22, 0.22],
      [((n % 3) - 1) * 0.224, Math.floor(n / 9) * 0.224, ((Math.floor(n / 3) % 3) - 1) * 0.224],
      0.022,
    ),
  )
  const rings = group(
    block(timber(2, 'x', second), [0.8, 0.12, 0.42], [0, 0, 0], 0.03),
    [-0.24, 0.24].map((x) => rod(timber(5, 'y'), [x, 0.1, 0], [x, 0.72, 0], 0.05)),
    along(
      Array.from({ length: 40 }, (_, n) => {
        const a = (n / 40) * 6.2832
        return [Math.sin(a) * 0.33, 0.4 + Math.sin(a * 2) * 0.16, Math.cos(a) * 0.14]
      }),
      0.018,
      fabric('cream', 'twill', { scale: 2 }),
      { closed: true, steps: 100, ring: 8 },
    ),
    ball(0.1, timber(8, 'y')).translateY(0.74).translateX(-0.24),
    ball(0.1, timber(9, 'y')).translateY(0.74).translateX(0.24),
  )
  const barrel = group(
    turned(
      [
        [0, 0],
        [0.26, 0, 0.04],
        [0.34, 0.32, 0.2],
        [0.26, 0.64, 0.04],
        [0, 0.64],
      ],
      timber(4, 'y', second),
    ),
    [0.2, 0.44].map((y) =>
      mesh(new THREE.TorusGeometry(0.318, 0.02, 10, 60), timber(1, 'y'), {
        at: [0, y, 0],
        turn: [Math.PI / 2, 0, 0],
      }),
    ),
  )
  const pyramid = [
    [0, 0.14, 0.16],
    [0.28, 0.14, -0.12],
    [-0.28, 0.14, -0.12],
    [0, 0.38, -0.03],
  ].map((at, n) => place(ball(0.16, timber(n, 'x', n === 3 ? second : kind)), { at }))
  const star = group(
    [0, 1, 2].map((n) =>
      place(block(timber(n, 'x', n === 1 ? second : kind), [0.78, 0.2, 0.2], [0, -0.1, 0], 0.02), {
        turn: [0.785, 0, (n * Math.PI) / 3],
      }),
    ),
  )
  const spot = (part, x, z, turn = 0, y = 0) =>
    place(group(part), { at: [x, y, z], turn: [0, turn, 0] })
  return {
    group: group(
      spot(place(burr, { turn: [0.0, 0.3, 0] }), -0.95, -0.35, 0.2, 0.5),
      spot(cube, 0.15, -0.4, 0.5),
      spot(rings, 1.15, -0.3, -0.35),
      spot(barrel, -0.45, 0.62, 0.2),
      spot(pyramid, 0.45, 0.7, 0.3),
      spot(star, 1.25, 0.72, -0.3, 0.4),
    ),
    ground: 'honey',
    camera: { always: { around: 16, above: 28 }, detail: { aim: [0.4, 0.5, 0.5] } },
  }
}

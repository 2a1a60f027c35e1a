import * as THREE from 'three'
import {
  along,
  block,
  cutOut,
  group,
  lying,
  mesh,
  place,
  polygon,
  rectangle,
  ring,
  rod,
  turned,
  vessel,
} from '../stage/shaping.js'
import { coat, fabric, isWood, madeOf, metal, soil, wood } from '../stage/surfaces.js'

/** Watering can, garden tools, bird house; colours */
export function wateringCan({ colour = 'sage', style = 'classic', accent = 'brass' } = {}) {
  const body = madeOf(colour, (paint) => coat(paint, 0.38))
  const spout = metal(accent, {})
  const classic = [
    vessel(
      [
        [0, 0],
        [0.62, 0, 0.03],
        [0.58, 0.86, 0.04],
        [0.5, 0.9, 0.02],
      ],
      0.02,
      body,
    ),
    turned(
      [
        [0.64, 0.0, 0.01],
        [0.645, 0.04, 0.01],
        [0.62, 0.06, 0],
      ],
      body,
    ),
    turned(
      [
        [0.595, 0.42, 0],
        [0.61, 0.44, 0.01],
        [0.605, 0.47, 0.01],
        [0.59, 0.49, 0],
      ],
      body,
    ),
    along(
      [
        [0.52, 0.22, 0],
        [0.8, 0.4, 0],
        [1.2, 0.95, 0],
        [1.42, 1.16, 0],
      ],
      (t) => 0.12 - 0.065 * t,
      body,
      { steps: 30 },
    ),
    place(
      turned(
        [
          [0, 0],
          [0.05, 0, 0],
          [0.2, 0.2, 0.02],
          [0.19, 0.23, 0.02],
          [0, 0.25],
        ],
        spout,
      ),
      { at: [1.4, 1.13, 0], turn: [0, 0, -0.8] },
    ),
    along(
      [
        [-0.5, 0.82, 0],
        [-0.75, 1.05, 0],
        [-0.86, 0.7, 0],
        [-0.6, 0.24, 0],
      ],
      [0.035, 0.07],
      body,
      { steps: 36 },
    ),
    along(
      [
        [-0.32, 0.9, 0],
        [-0.2, 1.32, 0],
        [0.2, 1.36, 0],
        [0.42, 0.9, 0],
      ],
      [0.03, 0.06],
      isWood(accent) ? wood(accent) : body,
      { steps: 36 },
    ),
  ]
  const slim = [
    turned(
      [
        [0, 0],
        [0.5, 0, 0.05],
        [0.5, 0.35, 0.25],
        [0.16, 0.85, 0.15],
        [0.16, 0.95, 0.01],
        [0.13, 0.95, 0],
      ],
      body,
    ),
    along(
      [
        [0.4, 0.18, 0],
        [0.8, 0.3, 0],
        [1.05, 0.9, 0],
        [1.5, 1.3, 0],
      ],
      (t) => 0.06 - 0.03 * t,
      body,
      { steps: 40 },
    ),
    along(
      [
        [-0.1, 0.9, 0],
        [-0.5, 1.12, 0],
        [-0.82, 0.75, 0],
        [-0.46, 0.25, 0],
      ],
      [0.03, 0.045],
      spout,
      { steps: 40 },
    ),
  ]
  return { group: group(style === 'slim' ? slim : classic), ground: 'sage' }
}

/** A mister of metal for the plants; colour metal, accent metal of the pump */
export function plantMister({ colour = 'brass', accent = 'brass' } = {}) {
  const body = metal(colour, { rough: 0.24 })
  const fine = metal(accent, { rough: 0.16 })
  return {
    group: group(
      turned(
        [
          [0, 0],
          [0.5, 0, 0.05],
          [0.62, 0.24, 0.2],
          [0.6, 0.62, 0.3],
          [0.22, 0.98, 0.16],
          [0.17, 1.16, 0.02],
          [0, 1.16],
        ],
        body,
        { steps: 90 },
      ),
      ring(0.585, 0.012, fine, { at: [0, 0.12, 0], turn: [Math.PI / 2, 0, 0] }),
      turned(
        [
          [0.2, 1.12, 0.01],
          [0.225, 1.14, 0.01],
          [0.225, 1.28, 0.015],
          [0.13, 1.31, 0.02],
          [0.1, 1.42, 0.02],
          [0.1, 1.6, 0.01],
          [0, 1.6],
        ],
        fine,
        { steps: 60 },
      ),
      Array.from({ length: 22 }, (_, n) => {
        const a = (n / 22) * 6.2832
        return block(
          fine,
          [0.02, 0.1, 0.02],
          [Math.cos(a) * 0.226, 1.16, Math.sin(a) * 0.226],
          0.008,
        )
      }),
      rod(fine, [0, 1.58, 0], [0, 1.86, 0], 0.036),
      turned(
        [
          [0, 0],
          [0.05, 0, 0.01],
          [0.06, 0.03, 0.02],
          [0.17, 0.07, 0.03],
          [0.16, 0.12, 0.03],
          [0, 0.13],
        ],
        fine,
        { where: { at: [0, 1.84, 0] } },
      ),
      along(
        [
          [0.06, 1.5, 0],
          [0.28, 1.53, 0],
          [0.5, 1.56, 0],
        ],
        (t) => 0.05 - 0.012 * t,
        fine,
        { steps: 16 },
      ),
      place(
        turned(
          [
            [0, 0],
            [0.05, 0, 0.01],
            [0.085, 0.05, 0.02],
            [0.085, 0.13, 0.012],
            [0.05, 0.14, 0.01],
            [0.02, 0.125, 0],
            [0, 0.125],
          ],
          fine,
          { steps: 40 },
        ),
        { at: [0.47, 1.555, 0], turn: [0, 0, -1.44] },
      ),
      along(
        [
          [-0.2, 1.22, 0],
          [-0.52, 1.36, 0],
          [-0.82, 1.12, 0],
          [-0.8, 0.72, 0],
          [-0.6, 0.46, 0],
        ],
        [0.03, 0.05],
        fine,
        { steps: 50 },
      ),
    ),
    ground: 'sage',
    camera: { always: { around: 22, above: 14 }, detail: { aim: [0.55, 0.75, 0.6] } },
  }
}

/** tools trowel|fork|set; handle wood, colour of the metal */
export function gardenTools({ kind = 'set', handle = 'ash', colour = 'steel', bag } = {}) {
  const head = () => madeOf(colour, (paint) => coat(paint, 0.35), { rough: 0.32 })
  const grip = (seed) => [
    turned(
      [
        [0, 0],
        [0.07, 0, 0.03],
        [0.1, 0.25, 0.2],
        [0.075, 0.6, 0.2],
        [0.1, 0.85, 0.1],
        [0.06, 0.98, 0.03],
        [0, 0.98],
      ],
      wood(handle, { axis: 'y', seed }),
      { steps: 32 },
    ),
    turned(
      [
        [0.06, 0.96, 0],
        [0.07, 0.97, 0.01],
        [0.06, 1.14, 0.01],
        [0.03, 1.18, 0.01],
        [0, 1.18],
      ],
      metal('brass'),
    ),
  ]
  const trowel = (wide) => [
    grip(1),
    along(
      [
        [0, 1.1, 0],
        [0, 1.35, 0.06],
        [0, 1.5, 0.02],
      ],
      0.035,
      head(),
      { steps: 16 },
    ),
    scoop(wide, head()),
  ]
  const fork = () => [
    grip(4),
    along(
      [
        [0, 1.1, 0],
        [0, 1.35, 0.06],
        [0, 1.48, 0.02],
      ],
      0.035,
      head(),
      { steps: 16 },
    ),
    along(
      [
        [-0.17, 1.6, 0],
        [-0.1, 1.48, 0],
        [0.1, 1.48, 0],
        [0.17, 1.6, 0],
      ],
      0.032,
      head(),
      { steps: 24 },
    ),
    [-0.17, 0, 0.17].map((x) =>
      along(
        [
          [x, 1.5, 0],
          [x, 1.8, -0.02],
          [x, 2.15, 0.1],
        ],
        (t) => 0.034 - 0.02 * t,
        head(),
        { steps: 20 },
      ),
    ),
  ]
  const layFlat = (parts, x, turn) =>
    place(group(place(group(parts), { turn: [-Math.PI / 2, 0, 0] })), {
      at: [x, 0.1, 1],
      turn: [0, turn, 0],
    })
  const kinds = {
    trowel: () => layFlat(trowel(0.26), 0, -0.4),
    fork: () => layFlat(fork(), 0, -0.4),
    set: () => [
      layFlat(trowel(0.26), -0.55, -0.08),
      layFlat(fork(), 0.05, 0.02),
      layFlat(trowel(0.17), 0.62, 0.1),
    ],
  }
  return {
    group: group(
      (kinds[kind] ?? kinds.set)(),
      bag && block(fabric(bag, 'canvas'), [2, 0.06, 2.6], [0, 0, 0], 0.02),
    ),
    ground: 'sage',
    camera: { always: { above: 48, around: 14 }, detail: { above: 38, aim: [0.3, 0.9, 0.4] } },
  }
}

function scoop(wide, material) {
  const plate = new THREE.PlaneGeometry(1, 1, 16, 24)
  const position = plate.attributes.position
  for (let n = 0; n < position.count; n++) {
    const [s, t] = [position.getX(n) * 2, position.getY(n) + 0.5]
    const half = wide * Math.min(1, (1.02 - t) * 3.2) ** 0.6 * Math.min(1, t * 6 + 0.45)
    position.setXYZ(n, s * half, 1.42 + t * 0.85, s * s * 0.09 * (1 - t * 0.5) - 0.02 + t * 0.04)
  }
  plate.computeVertexNormals()
  return mesh(plate, Object.assign(material, { side: THREE.DoubleSide }))
}

/** colour of walls and roof */
export function birdHouse({ colour = 'oak', roof = 'slate', style = 'gable' } = {}) {
  const wall = (seed) => madeOf(colour, (paint) => coat(paint, 0.7), { axis: 'y', seed })
  const top = madeOf(roof, (paint) => coat(paint, 0.6))
  const front = polygon([
    [-0.5, 0],
    [0.5, 0],
    [0.5, 1.0],
    [0, 1.45],
    [-0.5, 1.0],
  ])
  const hole = new THREE.Path()
  hole.absarc(0, 0.82, 0.17, 0, Math.PI * 2)
  const face = front.clone()
  face.holes.push(hole)
  const feeder = style === 'feeder'
  const parts = feeder
    ? [
        lying(rectangle(1.6, 1.3, 0.04), 0.08, wall(1), { bevel: 0.01 }),
        [-0.62, 0.62].map((x) => block(wall(2), [0.07, 0.95, 0.07], [x, 0.06, 0], 0.01)),
        block(soilLike(), [1.2, 0.08, 0.9], [0, 0.06, 0], 0.03),
        [-0.8, 0.8].map((x) => block(wall(3), [0.05, 0.12, 1.3], [x, 0.04, 0], 0.01)),
        [-0.65, 0.65].map((z) => block(wall(4), [1.6, 0.12, 0.05], [0, 0.04, z], 0.01)),
      ]
    : [
        cutOut(face, 0.07, wall(1), { bevel: 0.008, where: { at: [0, 0, 0.46] } }),
        cutOut(front, 0.07, wall(2), { bevel: 0.008, where: { at: [0, 0, -0.46] } }),
        block(wall(3), [0.07, 1, 0.9], [-0.465, 0, 0], 0.008),
        block(wall(4), [0.07, 1, 0.9], [0.465, 0, 0], 0.008),
        mesh(new THREE.CircleGeometry(0.2, 32), coat('black', 1), { at: [0, 0.82, 0.3] }),
        rod(wood('beech', { axis: 'y' }), [0, 0.5, 0.42], [0, 0.5, 0.74], 0.032),
        ring(0.19, 0.022, metal('brass'), { at: [0, 0.82, 0.5] }),
      ]
  const ridge = feeder ? 1.35 : 1.5
  const slope = (side) =>
    place(block(top, [feeder ? 1.05 : 0.86, 0.07, feeder ? 1.4 : 1.25], [0, -0.035, 0], 0.012), {
      at: [side * (feeder ? 0.44 : 0.345), ridge - (feeder ? 0.25 : 0.26), 0],
      turn: [0, 0, -side * (feeder ? 0.55 : 0.735)],
    })
  return {
    group: group(
      parts,
      slope(1),
      slope(-1),
      along(
        [
          [0, ridge, 0],
          [-0.02, ridge + 0.3, 0],
          [0, ridge + 0.5, 0],
          [0.02, ridge + 0.3, 0],
          [0, ridge, 0],
        ],
        0.012,
        metal('blackmetal'),
        { steps: 30 },
      ),
    ),
    ground: 'sky',
  }
}

const soilLike = () => Object.assign(soil(), { color: new THREE.Color('#8a6a3c') })

import * as THREE from 'three'
import { glass } from '../stage/glassware.js'
import { label } from '../stage/label-designs.js'
import {
  along,
  block,
  copies,
  group,
  mesh,
  place,
  ring,
  rod,
  turned,
  vessel,
  wrapped,
} from '../stage/shaping.js'
import {
  coat,
  fire,
  frosted,
  isWood,
  litShade,
  metal,
  plastic,
  printed,
  rubber,
  wax,
  wood,
} from '../stage/surfaces.js'
import { potteryFinish } from './vessels.js'

export const baseMaterial = (name, options) =>
  [
    'brass',
    'copper',
    'chrome',
    'steel',
    'bronze',
    'gunmetal',
    'blackmetal',
    'gold',
    'silver',
    'iron',
    'aluminium',
    'rosegold',
  ].includes(name)
    ? metal(name)
    : isWood(name)
      ? wood(name, { axis: 'y', ...options })
      : coat(name, 0.5)

export const shade = (bottom, top, low, high, colour) => [
  turned(
    [
      [bottom, low, 0],
      [top, high, 0],
    ],
    litShade(colour),
    { steps: 64 },
  ),
  mesh(new THREE.TorusGeometry(bottom, 0.012, 8, 64), coat('cream'), {
    at: [0, low, 0],
    turn: [Math.PI / 2, 0, 0],
  }),
  mesh(new THREE.TorusGeometry(top, 0.012, 8, 64), coat('cream'), {
    at: [0, high, 0],
    turn: [Math.PI / 2, 0, 0],
  }),
]

/** The warm pool that a lit lamp throws on what stands near. */
export function lamp(at, strength) {
  const light = new THREE.PointLight('#ffcf95', strength, 6, 1.6)
  light.position.set(...at)
  return [light]
}

/** kind pillar|glass|tin|taper|set, colour of wax, vessel colour, text, lit */
export function candle({
  kind = 'glass',
  colour = 'ivory',
  vesselColour = 'amber',
  text = 'Lumera',
  line = 'cedar & fig',
  lit = true,
} = {}) {
  const flame = (y, size = 1) =>
    lit && [
      rod(coat('charcoal', 0.9), [0, y - 0.04, 0], [0.005, y + 0.07 * size, 0], 0.009),
      turned(
        [
          [0, 0],
          [0.03, 0.03],
          [0.045, 0.09],
          [0.03, 0.18],
          [0.008, 0.27],
          [0, 0.29],
        ],
        fire(2),
        { smooth: true, steps: 24, where: { at: [0, y + 0.04, 0], scale: size } },
      ),
    ]
  const pillar = (r, h, x, z, shade = colour) =>
    place(
      group(
        turned(
          [
            [0, 0],
            [r, 0, 0.02],
            [r * 1.0, h * 0.5, 0],
            [r, h, 0.05],
            [r * 0.8, h - 0.012, 0.03],
            [r * 0.35, h - 0.05, 0.08],
            [0, h - 0.06],
          ],
          wax(shade),
        ),
        flame(h - 0.03, 1),
      ),
      { at: [x, 0, z] },
    )
  const jarOf = () => [
    ['amber', 'smoke', 'clear', 'green', 'rose'].includes(vesselColour)
      ? glass(
          vessel(
            [
              [0, 0],
              [0.44, 0, 0.05],
              [0.46, 0.95, 0.01],
            ],
            0.03,
            null,
            { floor: 0.07 },
          ).geometry,
          vesselColour,
          { deep: 0.9 },
        )
      : vessel(
          [
            [0, 0],
            [0.44, 0, 0.05],
            [0.46, 0.95, 0.01],
          ],
          0.04,
          potteryFinish('satin', vesselColour),
          { floor: 0.07 },
        ),
    turned(
      [
        [0, 0.09],
        [0.4, 0.09, 0.04],
        [0.42, 0.66, 0.02],
        [0.36, 0.645, 0.03],
        [0, 0.63],
      ],
      wax(colour),
    ),
    flame(0.66, 0.9),
    labelOn(0.464, text, line),
  ]
  const kinds = {
    glass: jarOf,
    pillar: () => [pillar(0.4, 1.15, 0, 0)],
    set: () => [
      pillar(0.34, 1.35, -0.35, -0.25),
      pillar(0.34, 0.9, 0.42, 0),
      pillar(0.3, 0.52, -0.15, 0.5),
    ],
    tin: () => [
      vessel(
        [
          [0, 0],
          [0.56, 0, 0.03],
          [0.56, 0.42, 0.01],
        ],
        0.012,
        metal(vesselColour === 'amber' ? 'gold' : vesselColour, { rough: 0.3 }),
        { floor: 0.03 },
      ),
      turned(
        [
          [0, 0.3],
          [0.54, 0.32, 0.02],
        ],
        wax(colour),
      ),
      flame(0.33, 0.75),
      labelOn(0.565, text, line, 0.06, 0.3),
    ],
    taper: () =>
      [-0.5, 0, 0.5].map((x, n) => [
        place(
          turned(
            [
              [0, 0],
              [0.24, 0, 0.02],
              [0.22, 0.06, 0.03],
              [0.05, 0.1, 0.04],
              [0.04, 0.4 + n * 0.16, 0.03],
              [0.1, 0.44 + n * 0.16, 0.02],
              [0.1, 0.56 + n * 0.16, 0.01],
              [0, 0.56 + n * 0.16],
            ],
            baseMaterial(vesselColour === 'amber' ? 'brass' : vesselColour),
            { steps: 40 },
          ),
          { at: [x, 0, n === 1 ? -0.1 : 0.05] },
        ),
        place(
          group(
            turned(
              [
                [0, 0],
                [0.07, 0, 0.01],
                [0.055, 1.4, 0.03],
                [0, 1.44],
              ],
              wax(colour),
            ),
            flame(1.44, 0.8),
          ),
          { at: [x, 0.5 + n * 0.16, n === 1 ? -0.1 : 0.05] },
        ),
      ]),
  }
  return {
    group: group((kinds[kind] ?? kinds.glass)()),
    ground: 'blush',
    lights: lit ? lamp([0, 1.5, 0.35], 0.9) : [],
    camera: { detail: { aim: [0.5, 0.72, 0.8] } },
  }
}

const labelOn = (radius, name, line, y = 0.22, high = 0.42) =>
  name &&
  wrapped(
    radius,
    high,
    0.24,
    printed(label(1, 0.62, { name, line, small: 'soy wax', design: 'bare', paper: 'ivory' }), {
      rough: 0.85,
    }),
    { y, top: radius + 0.004 },
  )

/** kind reeds|stone|electric, colour, sticks, text */
export function diffuser({
  kind = 'reeds',
  colour = 'amber',
  text = 'Lumera',
  line = 'white tea',
} = {}) {
  const kinds = {
    reeds: () => [
      ['amber', 'smoke', 'clear', 'rose', 'green'].includes(colour)
        ? [
            glass(
              vessel(
                [
                  [0, 0],
                  [0.42, 0, 0.06],
                  [0.42, 0.72, 0.12],
                  [0.16, 0.86, 0.04],
                  [0.16, 1.06, 0.01],
                ],
                0.03,
                null,
              ).geometry,
              colour,
              { deep: 1.2 },
            ),
            glass(
              turned(
                [
                  [0, 0.06],
                  [0.38, 0.06, 0.04],
                  [0.38, 0.5, 0],
                  [0, 0.5],
                ],
                null,
              ).geometry,
              'tea',
              { deep: 0.5, shine: 0.3 },
            ),
          ]
        : vessel(
            [
              [0, 0],
              [0.42, 0, 0.06],
              [0.42, 0.72, 0.12],
              [0.16, 0.86, 0.04],
              [0.16, 1.06, 0.01],
            ],
            0.03,
            potteryFinish('satin', colour),
          ),
      turned(
        [
          [0.165, 0.9, 0],
          [0.185, 0.92, 0.01],
          [0.185, 1.06, 0.01],
          [0.1, 1.07, 0.01],
        ],
        metal('blackmetal'),
      ),
      copies(7, (n) => {
        const turn = n * 0.9 + 0.3
        const lean = 0.28 + 0.1 * ((n * 37) % 5) * 0.2
        return rod(
          wood('whitewood', { axis: 'y', seed: n }),
          [Math.cos(turn) * -0.14, 0.1, Math.sin(turn) * -0.14],
          [Math.cos(turn) * lean, 2.15 - (n % 3) * 0.08, Math.sin(turn) * lean],
          0.017,
        )
      }),
      labelOn(0.424, text, line, 0.18, 0.4),
    ],
    stone: () => [
      turned(
        [
          [0, 0],
          [0.52, 0, 0.1],
          [0.56, 0.5, 0.3],
          [0.2, 0.95, 0.2],
          [0.1, 1.0, 0.02],
          [0.07, 0.96, 0.02],
          [0, 0.96],
        ],
        potteryFinish('concrete', colour),
      ),
      turned(
        [
          [0, 0],
          [0.54, 0, 0.03],
          [0.54, 0.12, 0.02],
        ],
        wood('oak', { axis: 'y' }),
      ),
    ],
    electric: () => [
      turned(
        [
          [0, 0],
          [0.6, 0, 0.06],
          [0.62, 0.24, 0.05],
          [0, 0.24],
        ],
        wood('oak', { axis: 'y' }),
      ),
      turned(
        [
          [0.6, 0.25, 0.01],
          [0.62, 0.3, 0.02],
          [0.52, 0.75, 0.25],
          [0.14, 1.02, 0.1],
          [0.09, 1.02, 0.01],
          [0, 1.0],
        ],
        Object.assign(frosted(colour), {}),
      ),
    ],
  }
  return { group: group((kinds[kind] ?? kinds.reeds)()), ground: 'linen' }
}

/** kind lantern|firebowl|string|camp, colour */
export function lantern({ kind = 'lantern', colour = 'blackmetal' } = {}) {
  const frame = baseMaterial(colour)
  const kinds = {
    lantern: () => {
      const w = 0.5
      const bars = [
        [-w, -w],
        [w, -w],
        [-w, w],
        [w, w],
      ].map(([x, z]) => block(frame, [0.06, 1.5, 0.06], [x, 0.1, z], 0.01))
      return [
        block(frame, [1.16, 0.1, 1.16], [0, 0, 0], 0.02),
        bars,
        block(frame, [1.16, 0.07, 1.16], [0, 1.58, 0], 0.02),
        mesh(new THREE.CylinderGeometry(0.2, 0.8, 0.42, 4, 1), frame, {
          at: [0, 1.86, 0],
          turn: [0, Math.PI / 4, 0],
        }),
        ring(0.2, 0.022, metal('brass'), { at: [0, 2.24, 0] }),
        [0, 1, 2, 3].map((n) =>
          place(group(glass(new THREE.PlaneGeometry(1, 1.48), 'clear', { shade: 0 })), {
            at: [Math.sin((n * Math.PI) / 2) * w, 0.84, Math.cos((n * Math.PI) / 2) * w],
            turn: [0, (n * Math.PI) / 2, 0],
          }),
        ),
        candle({ kind: 'pillar' }).group.children.map((part) =>
          place(part, { at: [0, 0.1, 0], scale: 0.72 }),
        ),
      ]
    },
    firebowl: () => [
      vessel(
        [
          [0, 0.35],
          [0.3, 0.35, 0.1],
          [0.85, 0.62, 0.3],
          [1.05, 1.0, 0.02],
        ],
        0.04,
        frame,
        { floor: 0.45 },
      ),
      turned(
        [
          [0.98, 0.98, 0.01],
          [1.14, 1.0, 0.02],
          [1.14, 1.04, 0.02],
          [1.0, 1.04, 0.01],
        ],
        frame,
      ),
      copies(3, (n) =>
        rod(
          frame,
          [Math.cos(n * 2.094 + 0.5) * 0.55, 0, Math.sin(n * 2.094 + 0.5) * 0.55],
          [Math.cos(n * 2.094 + 0.5) * 0.5, 0.6, Math.sin(n * 2.094 + 0.5) * 0.5],
          0.05,
        ),
      ),
      copies(5, (n) =>
        rod(
          wood('walnut', { axis: 'y', seed: n, rough: 0.9 }),
          [Math.cos(n * 1.3) * 0.62, 0.85, Math.sin(n * 1.3) * 0.62],
          [Math.cos(n * 1.3 + 2.6) * 0.45, 1.2 + n * 0.05, Math.sin(n * 1.3 + 2.6) * 0.45],
          0.11,
        ),
      ),
      copies(16, (n) =>
        place(
          turned(
            [
              [0, 0],
              [0.13, 0.08],
              [0.19, 0.26],
              [0.12, 0.5],
              [0.05, 0.74],
              [0, 0.9],
            ],
            fire(1.5),
            { smooth: true, steps: 24 },
          ),
          {
            at: [
              Math.cos(n * 2.4) * 0.08 * Math.sqrt(n),
              0.95,
              Math.sin(n * 2.4) * 0.08 * Math.sqrt(n),
            ],
            turn: [0.1 * Math.sin(n), n, 0.15 * Math.cos(n * 2)],
            scale: [0.9, 1.25 - Math.sqrt(n) * 0.19 + ((n * 7) % 5) * 0.06, 0.9],
          },
        ),
      ),
    ],
    camp: () => [
      turned(
        [
          [0, 0],
          [0.4, 0, 0.05],
          [0.4, 0.3, 0.05],
          [0.3, 0.36, 0.03],
          [0, 0.36],
        ],
        plastic(colour),
      ),
      turned(
        [
          [0.26, 0.36, 0.01],
          [0.3, 0.4, 0.05],
          [0.3, 0.85, 0.05],
          [0.2, 0.95, 0.04],
          [0, 0.95],
        ],
        Object.assign(frosted('white'), {
          emissive: new THREE.Color('#ffdba3'),
          emissiveIntensity: 0.75,
        }),
      ),
      turned(
        [
          [0, 0.95],
          [0.34, 0.95, 0.03],
          [0.3, 1.1, 0.05],
          [0, 1.12],
        ],
        plastic(colour),
      ),
      along(
        [
          [-0.34, 1.02, 0],
          [-0.42, 1.4, 0],
          [0, 1.68, 0],
          [0.42, 1.4, 0],
          [0.34, 1.02, 0],
        ],
        0.025,
        metal('steel'),
      ),
      turned(
        [
          [0.402, 0.12, 0],
          [0.41, 0.13, 0.01],
          [0.41, 0.2, 0.01],
          [0.402, 0.21, 0],
        ],
        rubber(),
      ),
    ],
  }
  return {
    group: group((kinds[kind] ?? kinds.lantern)()),
    ground: kind === 'camp' ? 'sage' : 'clay',
    lights: lamp([0, 1.3, 0.3], kind === 'firebowl' ? 2.2 : 1),
    mood: 'day',
  }
}

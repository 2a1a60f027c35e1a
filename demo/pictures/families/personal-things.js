import * as THREE from 'three'
import { glass } from '../stage/glassware.js'
import { print } from '../stage/printing.js'
import {
  along,
  ball,
  blob,
  block,
  circle,
  copies,
  cutOut,
  group,
  mesh,
  place,
  rectangle,
  rod,
  sheet,
  turned,
} from '../stage/shaping.js'
import {
  coat,
  gloss,
  isWood,
  leather,
  metal,
  plastic,
  printed,
  rubber,
  wood,
} from '../stage/surfaces.js'

/** colour of case (metal), strap colour, strap kind rubber|leather|milanese, face dark|light, style round|square */
export function watch({
  colour = 'gunmetal',
  strap = 'black',
  band = 'rubber',
  style = 'round',
  face = 'dark',
} = {}) {
  const body = metal(colour, { rough: 0.25 })
  const strip =
    band === 'leather'
      ? leather(strap, { fine: true, scale: 1.2 })
      : band === 'milanese'
        ? metal(strap in { gold: 1, silver: 1, rosegold: 1, gunmetal: 1 } ? strap : 'steel', {
            brushed: true,
          })
        : rubber(strap)
  const dial = print(1, 1, (pen, w) => drawWatch(pen, w, face, style))
  const head =
    style === 'square'
      ? [
          block(body, [0.92, 1.06, 0.26], [0, -0.53, 0], 0.13),
          block(gloss('black', 0.06), [0.84, 0.98, 0.27], [0, -0.49, 0.012], 0.12),
          place(cutSheet(rectangle(0.74, 0.88, 0.14), printed(dial, { rough: 0.12, lit: 0.8 })), {
            at: [0, 0, 0.149],
          }),
        ]
      : [
          turned(
            [
              [0, -0.13],
              [0.5, -0.13, 0.05],
              [0.54, 0, 0.05],
              [0.5, 0.12, 0.03],
              [0.44, 0.14, 0.01],
              [0, 0.13],
            ],
            body,
            { where: { turn: [Math.PI / 2, 0, 0] } },
          ),
          mesh(new THREE.CircleGeometry(0.43, 64), printed(dial, { rough: 0.12, lit: 0.75 }), {
            at: [0, 0, 0.145],
          }),
        ]
  const crown = place(
    turned(
      [
        [0, 0],
        [0.06, 0, 0.01],
        [0.06, 0.09, 0.02],
        [0, 0.09],
      ],
      body,
    ),
    { at: [0.5, 0.1, 0], turn: [0, 0, -1.57] },
  )
  const loop = (s) =>
    along(
      [
        [0, s * 0.44, 0.02],
        [0, s * 0.7, -0.1],
        [0, s * 0.92, -0.5],
        [0, s * 0.78, -0.98],
        [0, s * 0.3, -1.22],
        [0, 0, -1.26],
      ],
      (t) => [0.27 - 0.05 * t, 0.035],
      strip,
      { steps: 60, square: true, up: [1, 0, 0] },
    )
  const whole = group(head, crown, loop(1), loop(-1))
  return {
    group: group(place(whole, { turn: [-0.5, 0.0, 0], at: [0, 1.3, 0.3] })),
    ground: 'stone',
    camera: { always: { around: 22, above: 18 }, detail: { aim: [0.5, 0.75, 0.85], zoom: 1.9 } },
  }
}

function cutSheet(shape, material) {
  const geometry = new THREE.ShapeGeometry(shape, 16)
  const position = geometry.attributes.position
  const uv = geometry.attributes.uv
  geometry.computeBoundingBox()
  const { min, max } = geometry.boundingBox
  for (let n = 0; n < position.count; n++)
    uv.setXY(
      n,
      (position.getX(n) - min.x) / (max.x - min.x),
      (position.getY(n) - min.y) / (max.y - min.y),
    )
  return mesh(geometry, material)
}

function drawWatch(pen, w, face, style) {
  const light = face === 'light'
  pen.fill(light ? '#f1ede4' : '#0b0d10')
  const ink = light ? '#20242a' : '#f2f2ee'
  if (style === 'square') {
    pen.text('10:09', w / 2, w * 0.36, w * 0.28, ink, { font: 'softbold' })
    ;['#e4572e', '#7fc29b', '#5fa8d3'].forEach((c, n) => {
      pen.context.lineWidth = w * 0.045
      pen.context.strokeStyle = c
      pen.context.lineCap = 'round'
      pen.context.beginPath()
      pen.context.arc(w * 0.5, w * 0.68, w * (0.2 - n * 0.06), -1.57, -1.57 + 4.6 - n * 0.9)
      pen.context.stroke()
    })
    return
  }
  for (let n = 0; n < 60; n++) {
    const a = (n / 60) * 6.2832
    const long = n % 5 ? 0.02 : 0.06
    pen.line(
      [
        [w / 2 + Math.sin(a) * w * 0.44, w / 2 - Math.cos(a) * w * 0.44],
        [w / 2 + Math.sin(a) * w * (0.44 - long), w / 2 - Math.cos(a) * w * (0.44 - long)],
      ],
      n % 5 ? '#8a8f94' : ink,
      w * (n % 5 ? 0.004 : 0.012),
    )
  }
  const hand = (a, l, t, c) =>
    pen.line(
      [
        [w / 2 - Math.sin(a) * w * 0.04, w / 2 + Math.cos(a) * w * 0.04],
        [w / 2 + Math.sin(a) * w * l, w / 2 - Math.cos(a) * w * l],
      ],
      c,
      w * t,
    )
  hand(-0.98, 0.24, 0.03, ink)
  hand(1.1, 0.36, 0.022, ink)
  hand(3.4, 0.38, 0.007, '#d8572a')
  pen.dot(w / 2, w / 2, w * 0.022, '#d8572a')
}

/** kind wall|desk|alarm|flip, colour of the frame (or wood), face light|dark */
export function clock({
  kind = 'wall',
  colour = 'oak',
  face = 'light',
  hands = 'charcoal',
  second = 'brass',
} = {}) {
  const frame = isWood(colour)
    ? wood(colour, { axis: 'y' })
    : ['brass', 'copper', 'steel', 'gold', 'blackmetal'].includes(colour)
      ? metal(colour)
      : coat(colour)
  const dial = print(
    1,
    1,
    (pen, w) => {
      pen.fill(face === 'light' ? '#f3efe6' : face === 'dark' ? '#22272b' : face)
      const ink = face === 'dark' ? '#ece7db' : '#2a2a2a'
      for (let n = 0; n < 12; n++) {
        const a = (n / 12) * 6.2832
        if (kind === 'wall')
          pen.line(
            [
              [w / 2 + Math.sin(a) * w * 0.44, w / 2 - Math.cos(a) * w * 0.44],
              [w / 2 + Math.sin(a) * w * 0.385, w / 2 - Math.cos(a) * w * 0.385],
            ],
            ink,
            w * 0.012,
          )
        else
          pen.text(
            String(n || 12),
            w / 2 + Math.sin(a) * w * 0.38,
            w / 2 - Math.cos(a) * w * 0.38 + w * 0.035,
            w * 0.1,
            ink,
            { font: 'soft' },
          )
      }
      for (let n = 0; n < 60; n++) {
        const a = (n / 60) * 6.2832
        pen.line(
          [
            [w / 2 + Math.sin(a) * w * 0.455, w / 2 - Math.cos(a) * w * 0.455],
            [w / 2 + Math.sin(a) * w * 0.44, w / 2 - Math.cos(a) * w * 0.44],
          ],
          ink,
          w * 0.003,
        )
      }
    },
    { dots: 800 },
  )
  const hand = (a, l, t, material, z) =>
    place(group(block(material, [t, l, 0.012], [0, -l * 0.15, 0], 0.005)), {
      at: [0, 0, z],
      turn: [0, 0, -a],
    })
  const clockFace = (r) => [
    turned(
      [
        [0, -0.06],
        [r, -0.06, 0.02],
        [r * 1.06, 0.0, 0.02],
        [r * 1.06, 0.12, 0.03],
        [r * 0.97, 0.12, 0.02],
        [r * 0.96, 0.02],
      ],
      frame,
      { where: { turn: [Math.PI / 2, 0, 0] }, steps: 96 },
    ),
    mesh(new THREE.CircleGeometry(r * 0.965, 72), printed(dial, { rough: 0.85 }), {
      at: [0, 0, 0.03],
    }),
    hand(-1.02, r * 0.58, 0.05, coat(hands), 0.055),
    hand(1.05, r * 0.86, 0.035, coat(hands), 0.07),
    hand(3.6, r * 0.8, 0.012, metal(second), 0.085),
    place(ball(0.04, metal(second)), { at: [0, 0, 0.085] }),
  ]
  const kinds = {
    wall: () => [
      place(group(clockFace(1)), { at: [0, 1.06, 0], turn: [-0.1, 0, 0] }),
      block(frame, [0.4, 0.06, 0.5], [0, 0, -0.25], 0.02),
    ],
    desk: () => [
      block(frame, [1.7, 0.2, 0.62], [0, 0, 0], 0.05),
      place(group(clockFace(0.62)), { at: [0, 0.82, 0.02], turn: [-0.12, 0, 0] }),
    ],
    alarm: () => [
      place(group(clockFace(0.75)), { at: [0, 1.0, 0] }),
      turned(
        [
          [0, -0.42],
          [0.72, -0.4, 0.1],
          [0.75, 0, 0],
        ],
        frame,
        { where: { at: [0, 1.0, 0], turn: [Math.PI / 2, 0, 0] } },
      ),
      [-1, 1].map((s) => [
        place(
          turned(
            [
              [0, 0.18],
              [0.2, 0.14, 0.1],
              [0.26, 0, 0.01],
              [0, 0.01],
            ],
            metal(second),
          ),
          { at: [s * 0.42, 1.66, -0.2], turn: [0, 0, -s * 0.55] },
        ),
        rod(metal(second), [s * 0.32, 0.45, -0.1], [s * 0.5, 0, -0.05], 0.045),
      ]),
      along(
        [
          [-0.12, 1.78, -0.2],
          [-0.1, 2.02, -0.2],
          [0.1, 2.02, -0.2],
          [0.12, 1.78, -0.2],
        ],
        0.03,
        metal(second),
      ),
    ],
    flip: () => [
      block(isWood(colour) ? wood(colour) : coat(colour), [2, 0.95, 0.7], [0, 0, 0], 0.12),
      block(gloss('black', 0.15), [1.76, 0.7, 0.04], [0, 0.12, 0.34], 0.05),
      sheet(
        1.6,
        0.6,
        printed(
          print(1.6, 0.6, (pen, w, h) => {
            pen.fill('#0d0e10')
            pen.text('10:24', w / 2, h * 0.78, h * 0.8, '#fbe8cf', {
              font: 'sansbold',
              spaced: 0.04,
            })
          }),
          { rough: 0.4, lit: 0.9 },
        ),
        { at: [0, 0.47, 0.363] },
      ),
    ],
  }
  return {
    group: group((kinds[kind] ?? kinds.wall)()),
    ground: 'sage',
    camera: { detail: { aim: [0.6, 0.6, 1] } },
  }
}

/** Hair dryer or shaver */
export function hairDryer({ kind = 'dryer', colour = 'plum', accent = 'rosegold' } = {}) {
  const body = gloss(colour, 0.3)
  if (kind === 'shaver') {
    const whole = group(
      turned(
        [
          [0, 0],
          [0.28, 0, 0.08],
          [0.24, 0.7, 0.4],
          [0.3, 1.4, 0.2],
          [0.3, 1.62, 0.04],
          [0, 1.62],
        ],
        body,
      ),
      turned(
        [
          [0.29, 1.2, 0],
          [0.305, 1.22],
          [0.308, 1.3],
          [0.3, 1.32],
        ],
        metal(accent),
      ),
      place(
        turned(
          [
            [0, 0],
            [0.36, 0, 0.08],
            [0.42, 0.22, 0.08],
            [0.34, 0.34, 0.06],
            [0, 0.36],
          ],
          plastic('charcoal'),
        ),
        { at: [0, 1.62, 0] },
      ),
      copies(3, (n) =>
        place(
          turned(
            [
              [0, 0],
              [0.15, 0, 0.01],
              [0.14, 0.06, 0.02],
              [0.05, 0.07],
              [0, 0.06],
            ],
            metal('silver'),
          ),
          { at: [Math.cos(n * 2.094 + 1.57) * 0.19, 1.96, Math.sin(n * 2.094 + 1.57) * 0.19] },
        ),
      ),
      blob([0.08, 0.14, 0.05], 0.8, rubber(), { at: [0, 1.0, 0.23] }),
    )
    return {
      group: group(
        place(whole, { turn: [0.12, 0, 0] }),
        turned(
          [
            [0, 0],
            [0.42, 0, 0.04],
            [0.36, 0.12, 0.05],
            [0, 0.12],
          ],
          plastic('charcoal'),
        ),
      ),
      ground: 'mist',
    }
  }
  const barrel = place(
    group(
      turned(
        [
          [0, 0],
          [0.34, 0, 0.1],
          [0.42, 0.3, 0.2],
          [0.4, 0.9, 0.2],
          [0.3, 1.5, 0.05],
          [0.27, 1.5, 0.01],
          [0.26, 1.2, 0],
        ],
        body,
      ),
      turned(
        [
          [0.385, 0.95],
          [0.395, 0.98],
          [0.38, 1.08],
          [0.36, 1.1],
        ],
        metal(accent),
      ),
      turned(
        [
          [0.24, 1.5, 0.01],
          [0.25, 1.72, 0.01],
          [0.22, 1.72, 0],
          [0.2, 1.5],
        ],
        plastic('charcoal'),
      ),
      copies(5, (n) =>
        mesh(new THREE.TorusGeometry(0.06 + n * 0.055, 0.012, 6, 40), metal('gunmetal'), {
          at: [0, -0.005, 0],
          turn: [Math.PI / 2, 0, 0],
        }),
      ),
    ),
    { at: [-0.55, 1.6, 0], turn: [0, 0, -1.57] },
  )
  return {
    group: group(
      place(
        group(
          barrel,
          along(
            [
              [0.02, 1.35, 0],
              [-0.06, 0.8, 0],
              [-0.2, 0.25, 0],
            ],
            (t) => [0.17 - 0.02 * t, 0.15],
            body,
            { steps: 30 },
          ),
          blob([0.05, 0.12, 0.06], 0.8, plastic('charcoal'), { at: [0.08, 1.0, 0] }),
          along(
            [
              [-0.2, 0.24, 0],
              [-0.28, 0.06, 0.1],
              [0.2, 0.04, 0.5],
              [0.9, 0.04, 0.3],
              [1.2, 0.04, -0.2],
            ],
            0.035,
            rubber(),
            { steps: 60 },
          ),
        ),
        {},
      ),
    ),
    ground: 'blush',
  }
}

/** Sunglasses; frame colour or wood, lens tint, style round|square */
export function sunglasses({
  colour = 'brown',
  lens = 'smoke',
  style = 'round',
  tucked = 'brown',
} = {}) {
  const frame = isWood(colour)
    ? wood(colour)
    : ['gold', 'silver', 'gunmetal'].includes(colour)
      ? metal(colour)
      : gloss(colour, 0.14)
  const thin = ['gold', 'silver', 'gunmetal'].includes(colour)
  const outline = style === 'round' ? circle(0.46) : rectangle(1.0, 0.74, 0.2)
  const rim = (x) => {
    const outer =
      style === 'round'
        ? circle(thin ? 0.49 : 0.54)
        : rectangle(thin ? 1.05 : 1.14, thin ? 0.79 : 0.88, 0.25)
    outer.holes.push(outline)
    return [
      cutOut(outer, thin ? 0.06 : 0.12, frame, { bevel: 0.025, where: { at: [x, 0.5, 0] } }),
      place(glass(new THREE.ShapeGeometry(outline, 40), lens, { deep: 2.2, shade: 0.6 }), {
        at: [x, 0.5, 0.0],
      }),
    ]
  }
  const temple = (s) =>
    along(
      [
        [s * 1.14, 0.62, 0.0],
        [s * 1.16, 0.64, -0.1],
        [s * 1.14, 0.6, -1.0],
        [s * 1.1, 0.5, -1.55],
        [s * 1.06, 0.14, -1.9],
      ],
      (t) => (thin ? 0.025 : [0.06 - 0.02 * t, 0.035]),
      frame,
      { steps: 50, up: [0, 1, 0] },
    )
  const whole = group(
    rim(-0.62),
    rim(0.62),
    along(
      [
        [-0.17, 0.6, 0],
        [0, 0.68, 0.02],
        [0.17, 0.6, 0],
      ],
      thin ? 0.025 : [0.05, 0.05],
      frame,
      { steps: 16 },
    ),
    temple(1),
    temple(-1),
  )
  return {
    group: group(
      place(whole, { turn: [-0.1, 0, 0], at: [0, 0.06, 0.4] }),
      tucked &&
        place(block(leather(tucked), [1.7, 0.3, 0.75], [0, 0, 0], 0.14), {
          at: [0.5, 0.15, -2.1],
          turn: [0, -0.4, 0],
        }),
    ),
    ground: 'sky',
    camera: { always: { around: 26, above: 16 } },
  }
}

import * as THREE from 'three'
import { print } from '../stage/printing.js'
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
  sheet,
  turned,
} from '../stage/shaping.js'
import {
  coat,
  fabric,
  frosted,
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

const shell = (colour) =>
  ['steel', 'silver', 'gold', 'copper', 'gunmetal', 'aluminium', 'rosegold'].includes(colour)
    ? metal(colour, { rough: 0.34 })
    : isWood(colour)
      ? wood(colour)
      : plastic(colour)

/** kind over|on, colour, pads leather colour, accent metal */
export function headphones({ colour = 'charcoal', pads, accent = 'silver', kind = 'over' } = {}) {
  const body = shell(colour)
  const soft = leather(pads ?? (colour === 'cream' ? 'sand' : 'black'), { fine: true, rough: 0.55 })
  const size = kind === 'over' ? 1 : 0.84
  const cup = (s) =>
    place(
      group(
        turned(
          [
            [0, 0],
            [0.42, 0, 0.04],
            [0.47, 0.1, 0.06],
            [0.44, 0.24, 0.06],
            [0.24, 0.3, 0.08],
            [0, 0.3],
          ],
          body,
          { steps: 56 },
        ),
        mesh(new THREE.TorusGeometry(0.36, 0.115, 20, 104), soft, {
          at: [0, -0.04, 0],
          turn: [Math.PI / 2, 0, 0],
        }),
        mesh(new THREE.CircleGeometry(0.33, 40), fabric('black', 'canvas'), {
          at: [0, -0.04, 0],
          turn: [Math.PI / 2, 0, 0],
        }),
        turned(
          [
            [0.2, 0.295],
            [0.24, 0.3, 0.01],
            [0.24, 0.315, 0.01],
            [0.2, 0.318],
          ],
          metal(accent),
        ),
      ),
      { at: [s * 0.86, 0.62, 0], turn: [0, 0, s * -1.5], scale: [1.1 * size, size, 0.9 * size] },
    )
  const arc = Array.from({ length: 13 }, (_, n) => {
    const a = (n / 12) * Math.PI
    return [Math.cos(a) * 1.02, 1.18 + Math.sin(a) * 0.92, 0]
  })
  const arms = [-1, 1].map((s) => [
    along(
      [
        [s * 1.02, 1.18, 0],
        [s * 1.05, 1.0, 0],
        [s * 1.04, 0.66, 0],
      ],
      [0.035, 0.08],
      metal(accent),
      { up: [0, 0, 1], steps: 20 },
    ),
    place(ball(0.06, metal(accent)), { at: [s * 1.06, 0.64, 0] }),
  ])
  const whole = group(
    along(arc, (t) => [0.05 + 0.045 * Math.sin(t * Math.PI), 0.13], body, {
      up: [0, 0, 1],
      steps: 70,
      square: true,
    }),
    along(
      arc.slice(2, 11).map(([x, y, z]) => [x * 0.93, 1.18 + (y - 1.18) * 0.93, z]),
      [0.06, 0.15],
      soft,
      { up: [0, 0, 1], steps: 50 },
    ),
    arms,
    cup(1),
    cup(-1),
  )
  return {
    group: group(place(whole, { turn: [-0.1, 0, 0] })),
    ground: 'mist',
    camera: { always: { around: 34, above: 12 }, detail: { aim: [0.8, 0.3, 0.7] } },
  }
}

/** Earbuds in front of their case */
export function earbuds({ colour = 'white' } = {}) {
  const body = gloss(colour, 0.22)
  const bud = (x, z, turn) =>
    place(
      group(
        blob([0.17, 0.15, 0.15], 1, body, { at: [0, 0.16, 0] }),
        rod(body, [0, 0.13, 0.02], [0.06, 0.06, 0.52], 0.065, 0.055),
        place(ball(0.1, rubber('charcoal')), { at: [-0.13, 0.17, -0.03], scale: [0.8, 0.9, 0.9] }),
      ),
      { at: [x, 0, z], turn: [0, turn, 0] },
    )
  return {
    group: group(
      blob([0.8, 0.52, 0.36], [0.75, 0.6], body, { at: [0, 0.52, 0] }),
      along(
        Array.from({ length: 48 }, (_, n) => {
          const [c, s] = [Math.cos((n / 48) * 6.2832), Math.sin((n / 48) * 6.2832)]
          const reach = (v) => Math.sign(v) * Math.abs(v) ** 0.75
          return [reach(c) * 0.776, 0.7, reach(s) * 0.349]
        }),
        0.008,
        plastic('grey'),
        { closed: true, steps: 120, ring: 6 },
      ),
      place(ball(0.025, glow('#7fe0a0', 1.4)), { at: [0, 0.45, 0.36] }),
      bud(-0.25, 0.75, 0.5),
      bud(0.45, 0.85, -0.4),
    ),
    ground: 'mist',
    camera: { always: { above: 22 } },
  }
}

/** shape cylinder|box|ball|retro, colour of mesh, trim leather/wood/colour, strap */
export function speaker({
  shape = 'cylinder',
  colour = 'petrol',
  trim = 'charcoal',
  strap = 'brown',
} = {}) {
  const cover = fabric(colour, 'canvas', { scale: 1.6 })
  const edge = shell(trim)
  const strapOn = strap && strap !== 'none'
  const kinds = {
    cylinder: () => [
      turned(
        [
          [0, 0],
          [0.46, 0, 0.06],
          [0.46, 0.12, 0.03],
        ],
        edge,
      ),
      turned(
        [
          [0.45, 0.1],
          [0.5, 0.14, 0.03],
          [0.5, 1.5, 0.04],
          [0.45, 1.54],
        ],
        cover,
      ),
      turned(
        [
          [0.44, 1.52],
          [0.46, 1.54, 0.03],
          [0.46, 1.6, 0.05],
          [0.3, 1.6, 0.03],
          [0.26, 1.56, 0.02],
          [0, 1.56],
        ],
        edge,
      ),
      strapOn &&
        along(
          [
            [0.3, 1.56, 0.3],
            [0.52, 1.5, 0.36],
            [0.66, 1.1, 0.38],
            [0.6, 0.7, 0.36],
          ],
          [0.015, 0.05],
          leather(strap, { fine: true }),
          { up: [0, 0, 1], steps: 30 },
        ),
      ['+', '−'].map((_, n) =>
        block(rubber('cream'), [0.1, 0.02, 0.025], [-0.1 + n * 0.2, 1.565, 0.08], 0.008),
      ),
      block(rubber('cream'), [0.025, 0.02, 0.1], [-0.1, 1.565, 0.08], 0.008),
    ],
    box: () => [
      block(edge, [1.9, 1.0, 0.66], [0, 0.06, 0], 0.14),
      block(cover, [1.74, 0.84, 0.1], [0, 0.14, 0.3], 0.1),
      [-0.6, 0.6].map((x) => block(rubber(), [0.25, 0.07, 0.5], [x, 0, 0], 0.02)),
      strapOn &&
        along(
          [
            [-0.6, 1.04, 0],
            [-0.58, 1.22, 0],
            [-0.4, 1.32, 0],
            [0.4, 1.32, 0],
            [0.58, 1.22, 0],
            [0.6, 1.04, 0],
          ],
          [0.03, 0.09],
          leather(strap, { fine: true }),
          { up: [0, 0, 1], steps: 50 },
        ),
      block(metal('brass'), [0.3, 0.05, 0.02], [0.6, 0.2, 0.345], 0.01),
    ],
    ball: () => [
      blob([0.72, 0.66, 0.72], 1, cover, { at: [0, 0.66, 0] }),
      turned(
        [
          [0, 0],
          [0.34, 0, 0.03],
          [0.36, 0.1, 0.03],
          [0, 0.14],
        ],
        edge,
      ),
      turned(
        [
          [0, 1.315],
          [0.22, 1.29, 0.02],
          [0.24, 1.26, 0.01],
        ],
        edge,
      ),
      strapOn &&
        along(
          [
            [0.4, 1.2, 0],
            [0.7, 1.5, 0],
            [1.0, 1.2, 0.1],
            [0.7, 0.9, 0.12],
          ],
          [0.012, 0.04],
          leather(strap, { fine: true }),
          { up: [0, 0, 1], steps: 40 },
        ),
    ],
    retro: () => [
      block(isWood(trim) ? wood(trim) : edge, [1.9, 1.15, 0.75], [0, 0.22, 0], 0.1),
      block(cover, [1.2, 0.95, 0.06], [-0.27, 0.32, 0.36], 0.03),
      block(metal('brass'), [0.46, 0.95, 0.04], [0.63, 0.32, 0.36], 0.03),
      [0.52, 0.9].map((y, n) =>
        place(
          turned(
            [
              [0, 0],
              [0.14 - n * 0.04, 0, 0.01],
              [0.13 - n * 0.04, 0.12, 0.02],
              [0, 0.12],
            ],
            metal('blackmetal'),
          ),
          { at: [0.63, y + 0.12, 0.385], turn: [Math.PI / 2, 0, 0] },
        ),
      ),
      [
        [-0.8, 0.25],
        [0.8, 0.25],
        [-0.8, -0.25],
        [0.8, -0.25],
      ].map(([x, z]) => rod(metal('brass'), [x * 1.05, 0, z * 1.1], [x, 0.24, z], 0.025, 0.04)),
    ],
  }
  return {
    group: group((kinds[shape] ?? kinds.cylinder)()),
    ground: 'mist',
    camera: { detail: { aim: [0.3, 0.75, 0.95] } },
  }
}

/** Power bank, wireless charger, cable; colour, kind bank|pad|dock */
export function charger({ kind = 'bank', colour = 'forest', accent = 'sand' } = {}) {
  const body = isWood(colour) ? wood(colour) : plastic(colour, { rough: 0.42 })
  const cable = (points) =>
    along(points, 0.035, fabric(accent, 'twill', { scale: 2, depth: 2 }), { steps: 110, ring: 8 })
  const plug = (at, turn) =>
    place(
      group(
        block(plastic('charcoal'), [0.22, 0.1, 0.13], [0, 0, 0], 0.03),
        block(metal('steel'), [0.12, 0.05, 0.09], [0.16, 0.025, 0], 0.01),
      ),
      { at, turn },
    )
  const kinds = {
    bank: () => [
      place(
        group(
          block(body, [1.05, 2.1, 0.28], [0, 0, 0], 0.12),
          block(metal('gunmetal'), [0.18, 0.03, 0.07], [-0.15, 2.085, 0], 0.012),
          block(metal('gunmetal'), [0.13, 0.03, 0.05], [0.2, 2.085, 0], 0.012),
          copies(4, (n) =>
            place(ball(0.018, glow('#dff5ff', 1.5)), { at: [-0.3 + n * 0.09, 1.86, 0.14] }),
          ),
        ),
        { at: [0, 0.02, 0], turn: [-0.0, 0, 0] },
      ),
      cable([
        [0.2, 0.04, 0.5],
        [0.7, 0.04, 0.75],
        [1.2, 0.04, 0.45],
        [1.0, 0.04, 0.1],
        [0.7, 0.06, 0.35],
        [0.95, 0.05, 0.8],
        [1.5, 0.05, 0.85],
      ]),
      plug([1.55, 0.0, 0.85], [0, 0, 0]),
    ],
    pad: () => [
      turned(
        [
          [0, 0],
          [0.72, 0, 0.04],
          [0.72, 0.12, 0.05],
          [0.62, 0.14, 0.02],
          [0, 0.13],
        ],
        body,
      ),
      turned(
        [
          [0.3, 0.133],
          [0.31, 0.136],
          [0.33, 0.136],
          [0.34, 0.133],
        ],
        rubber(accent),
      ),
      cable([
        [0, 0.06, -0.7],
        [0.1, 0.04, -1.0],
        [0.7, 0.04, -1.1],
        [1.1, 0.04, -0.6],
        [1.0, 0.04, 0.2],
        [1.3, 0.04, 0.6],
      ]),
      place(group(phone('#1c2733')), {
        at: [0.25, 0.15, 0.7],
        turn: [-Math.PI / 2, 0, 0.35],
        scale: 0.78,
      }),
    ],
    dock: () => [
      block(isWood(colour) ? wood(colour) : body, [1.5, 0.16, 0.95], [0, 0, 0], 0.06),
      place(group(phone('#23343a')), {
        at: [-0.25, 0.16, -0.1],
        turn: [-0.24, 0.12, 0],
        scale: 0.85,
      }),
      place(
        turned(
          [
            [0, 0],
            [0.05, 0, 0],
            [0.05, 0.55, 0.02],
            [0, 0.55],
          ],
          metal('steel'),
        ),
        { at: [0.5, 0.15, -0.1] },
      ),
      place(
        turned(
          [
            [0, 0],
            [0.24, 0, 0.02],
            [0.24, 0.07, 0.02],
            [0, 0.07],
          ],
          body,
        ),
        { at: [0.5, 0.72, -0.06], turn: [1.2, 0, 0] },
      ),
    ],
  }
  return {
    group: group((kinds[kind] ?? kinds.bank)()),
    ground: 'sage',
    camera: kind === 'pad' ? { always: { above: 36 } } : {},
  }
}

function phone(colour) {
  const face = print(0.9, 1.9, (pen, w, h) => {
    const g = pen.context.createLinearGradient(0, 0, w, h)
    g.addColorStop(0, '#f0b48a')
    g.addColorStop(0.5, '#b3697a')
    g.addColorStop(1, '#2d3561')
    pen.context.fillStyle = g
    pen.context.fillRect(0, 0, w, h)
    pen.text('10:24', w / 2, h * 0.25, w * 0.24, '#ffffff', { font: 'sans' })
    pen.text('Friday 12 December', w / 2, h * 0.31, w * 0.07, '#ffffff', { font: 'sans' })
  })
  return [
    block(gloss(colour, 0.2), [0.98, 2, 0.09], [0, 0, 0], 0.04),
    sheet(0.92, 1.93, printed(face, { rough: 0.15, lit: 0.6 }), { at: [0, 1, 0.047] }),
  ]
}

/** Instant camera or compact projector; colour, accent */
export function camera({ kind = 'instant', colour = 'cream', accent = 'coral' } = {}) {
  const body = plastic(colour)
  const lens = (r, at) =>
    place(
      group(
        turned(
          [
            [0, 0],
            [r, 0, 0.02],
            [r, 0.2, 0.03],
            [r * 0.8, 0.2, 0.01],
            [r * 0.74, 0.12, 0.01],
            [r * 0.5, 0.1, 0],
          ],
          plastic('charcoal'),
        ),
        turned(
          [
            [0, 0.13],
            [r * 0.35, 0.115],
            [r * 0.55, 0.08],
          ],
          gloss('#0c1420', 0.02),
          { smooth: true },
        ),
      ),
      { at, turn: [Math.PI / 2, 0, 0] },
    )
  const photo = (x, z, turn, shades) =>
    place(
      group(
        block(coat('#f7f5f0', 0.5), [0.72, 0.012, 0.86], [0, 0, 0], 0.005),
        place(
          sheet(
            0.6,
            0.6,
            printed(
              print(1, 1, (pen, w, h) => {
                const g = pen.context.createLinearGradient(0, 0, 0, h)
                g.addColorStop(0, shades[0])
                g.addColorStop(0.6, shades[1])
                g.addColorStop(0.62, shades[2])
                g.addColorStop(1, shades[3])
                pen.context.fillStyle = g
                pen.context.fillRect(0, 0, w, h)
                pen.dot(w * 0.7, h * 0.3, w * 0.09, '#fff2d0')
              }),
              { rough: 0.3 },
            ),
          ),
          { at: [0, 0.014, -0.07], turn: [-Math.PI / 2, 0, 0] },
        ),
      ),
      { at: [x, 0, z], turn: [0, turn, 0] },
    )
  const kinds = {
    instant: () => [
      block(body, [1.9, 1.36, 0.68], [0, 0, 0], 0.2),
      lens(0.42, [0.12, 0.62, 0.33]),
      block(gloss('#101418', 0.08), [0.3, 0.2, 0.04], [-0.62, 1.02, 0.335], 0.02),
      block(frosted('white'), [0.34, 0.22, 0.04], [0.58, 1.02, 0.335], 0.04),
      place(
        turned(
          [
            [0, 0],
            [0.12, 0, 0.01],
            [0.11, 0.08, 0.02],
            [0, 0.08],
          ],
          plastic(accent),
        ),
        { at: [-0.62, 0.52, 0.33], turn: [Math.PI / 2, 0, 0] },
      ),
      block(coat(accent), [0.9, 0.05, 0.02], [0, 0.22, 0.342], 0.01),
      photo(1.1, 0.85, 0.35, ['#8fc1d8', '#e9d8b5', '#4f8a78', '#274a45']),
      photo(0.55, 1.05, -0.15, ['#f1b38a', '#d97a63', '#5b4a63', '#2c2a40']),
    ],
    projector: () => [
      block(body, [1.5, 0.95, 1.3], [0, 0.06, 0], 0.2),
      lens(0.36, [0.3, 0.55, 0.63]),
      copies(6, (n) =>
        block(plastic('charcoal'), [0.03, 0.5, 0.02], [-0.62 + n * 0.09, 0.3, 0.645], 0.008),
      ),
      [-0.5, 0.5].map((x) => block(rubber(), [0.2, 0.07, 0.9], [x, 0, 0], 0.02)),
      place(
        turned(
          [
            [0, 0],
            [0.16, 0, 0.01],
            [0.16, 0.03, 0.01],
            [0, 0.03],
          ],
          coat(accent),
        ),
        { at: [0, 1.0, 0] },
      ),
      along(
        [
          [-0.4, 0.98, -0.3],
          [-0.36, 1.2, -0.3],
          [0.36, 1.2, -0.3],
          [0.4, 0.98, -0.3],
        ],
        [0.03, 0.09],
        leather('brown', { fine: true }),
        { up: [0, 0, 1], steps: 40 },
      ),
    ],
  }
  return { group: group((kinds[kind] ?? kinds.instant)()), ground: 'mint' }
}

/** Keyboard; colours of case, keys, accent keys */
export function keyboard({
  colour = 'aluminium',
  keys = 'cream',
  accent = 'coral',
  mouse = false,
} = {}) {
  const cap = plastic(keys)
  const bright = plastic(accent)
  const rows = [
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2],
    [1.5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.5],
    [1.75, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2.25],
    [2.25, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2.75],
    [1.25, 1.25, 1.25, 6.25, 1.25, 1.25, 1.25, 1.25],
  ]
  const unit = 0.19
  const set = rows.flatMap((row, r) => {
    let x = 0
    return row.map((w, n) => {
      const at = x + w / 2
      x += w
      const last = n === row.length - 1
      const hot = (r === 0 && n === 0) || (last && r === 2)
      return place(
        group(block(hot ? bright : cap, [unit * w - 0.022, 0.11, unit - 0.022], [0, 0, 0], 0.03)),
        {
          at: [at * unit - 1.425, 0.17 + (2 - r) * 0.004 * -1, (r - 2) * unit],
          turn: [0.03, 0, 0],
        },
      )
    })
  })
  const whole = group(block(shell(colour), [3.06, 0.2, 1.14], [0, 0, 0], 0.06), set)
  const puck = mouse && blob([0.3, 0.19, 0.46], [0.85, 0.6], shell(keys), { at: [2.05, 0.12, 0.1] })
  return {
    group: group(place(whole, { turn: [0.06, 0, 0], at: [0, 0.02, 0] }), puck),
    ground: 'mist',
    camera: { always: { above: 38, around: 20 }, detail: { aim: [0.3, 0.9, 0.6], above: 30 } },
  }
}

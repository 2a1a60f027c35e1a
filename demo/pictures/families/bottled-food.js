import * as THREE from 'three'
import { glass } from '../stage/glassware.js'
import { label, wordsOf } from '../stage/label-designs.js'
import { seededChance } from '../stage/seeded-chance.js'
import { along, block, copies, group, mesh, place, turned, wrapped } from '../stage/shaping.js'
import { patterned } from '../stage/solid-finish.js'
import { card, coat, cork, fabric, gloss, metal, paper, printed, wood } from '../stage/surfaces.js'
import { hollow, liquid, solidTurned } from './bottles.js'

/** kind bordeaux|burgundy|sparkling, glass tint, label {…}, capsule colour */
export function wineBottle({
  kind = 'bordeaux',
  tint = 'bottle',
  capsule = 'burgundy',
  text = {},
  count = 1,
} = {}) {
  const lines = {
    bordeaux: [
      [0, 0],
      [0.38, 0, 0.04],
      [0.38, 1.75, 0.14],
      [0.15, 2.1, 0.12],
      [0.145, 2.75, 0.02],
    ],
    burgundy: [
      [0, 0],
      [0.42, 0, 0.04],
      [0.42, 1.25, 0.4],
      [0.16, 2.05, 0.3],
      [0.145, 2.75, 0.02],
    ],
    sparkling: [
      [0, 0],
      [0.44, 0, 0.05],
      [0.44, 1.35, 0.4],
      [0.2, 2.1, 0.3],
      [0.16, 2.8, 0.02],
    ],
  }
  const line = lines[kind] ?? lines.bordeaux
  const wide = line[1][0]
  const body = line[2][1]
  const high = line[line.length - 1][1]
  const words = { name: 'Valdoro', line: 'Riserva 2021', small: 'Estate bottled', ...wordsOf(text) }
  const sheet = label(1, 0.8, words)
  const foil = kind === 'sparkling' ? metal('gold', { rough: 0.3 }) : card(capsule, 0.35)
  const topLine =
    kind === 'sparkling'
      ? [
          [0.215, high - 0.75, 0],
          [0.185, high - 0.3, 0.1],
          [0.2, high - 0.12, 0.03],
          [0.21, high + 0.06, 0.08],
          [0, high + 0.1],
        ]
      : [
          [0.153, high - 0.55, 0],
          [0.151, high - 0.12, 0],
          [0.165, high - 0.1, 0.01],
          [0.165, high + 0.02, 0.02],
          [0, high + 0.03],
        ]
  // Dark wine behind dark glass reads as deep, shiny colour, so the bottle itself may be solid.
  const dark = ['bottle', 'brown', 'green'].includes(tint)
  const bottle = () => [
    dark
      ? mesh(solidTurned([...line, [0, high]]), bottleGlass(tint))
      : glass(hollow(line, 0.03, 0.08), tint, { deep: 1.3 }),
    !dark && liquid(line, high * 0.72, kind === 'sparkling' ? 'whitewine' : 'rosewine'),
    wrapped(wide + 0.004, body * 0.5, 0.36, printed(sheet, { rough: 0.85 }), { y: body * 0.22 }),
    turned(topLine, foil),
  ]
  const one = place(group(bottle()), { turn: [0, 0.12, 0] })
  const others = Array.from({ length: count - 1 }, (_, n) =>
    place(group(bottle()), { at: [(n + 1) * (wide * 2.5), 0, -0.3 * (n + 1)], turn: [0, -0.1, 0] }),
  )
  return {
    group: group(one, others),
    ground: 'stone',
    camera: { detail: { aim: [0.5, 0.38, 1] } },
  }
}

function bottleGlass(tint) {
  const material = gloss({ bottle: '#131d10', brown: '#2c1408', green: '#2d4a26' }[tint], 0.05)
  material.ior = 1.6
  return material
}

/** shape tall|square|tin, oil oil|balsamic|herb or a colour (a list for two), label, lines a bottle, spout */
export function oilBottle({
  shape = 'tall',
  oil = 'oil',
  text = {},
  count = 1,
  spout = 'cork',
  lines,
} = {}) {
  const words = {
    name: 'Olivara',
    line: 'extra virgin olive oil',
    small: '500 ml',
    accent: 'olive',
    design: 'sprig',
    ...wordsOf(text),
  }
  const one = (words, oil) => {
    if (shape === 'tin') return oilTin(words)
    const line =
      shape === 'square'
        ? [
            [0, 0],
            [0.42, 0, 0.06],
            [0.42, 1.3, 0.12],
            [0.13, 1.5, 0.1],
            [0.12, 1.95, 0.02],
          ]
        : [
            [0, 0],
            [0.34, 0, 0.05],
            [0.34, 1.7, 0.14],
            [0.12, 2.05, 0.12],
            [0.115, 2.5, 0.02],
          ]
    const high = line[line.length - 1][1]
    const tint = oil === 'balsamic' ? '#1a0b06' : oil === 'herb' ? '#9fa63a' : oil
    return [
      glass(hollow(line, 0.03, 0.07), oil === 'balsamic' ? 'smoke' : 'clear'),
      liquid(line, high * 0.74, tint, { deep: 1.3 }),
      wrapped(
        line[1][0] + 0.004,
        line[2][1] * 0.5,
        0.33,
        printed(label(1, 0.95, words), { rough: 0.85 }),
        { y: line[2][1] * 0.2 },
      ),
      spout === 'cork'
        ? turned(
            [
              [0, 0],
              [0.1, 0, 0.01],
              [0.115, 0.16, 0],
              [0.16, 0.16, 0.02],
              [0.16, 0.3, 0.03],
              [0, 0.3],
            ],
            cork(),
            { where: { at: [0, high - 0.14, 0] } },
          )
        : [
            turned(
              [
                [0.14, high - 0.08, 0],
                [0.14, high + 0.06, 0.02],
                [0.05, high + 0.1, 0.03],
                [0, high + 0.1],
              ],
              metal('steel'),
            ),
            along(
              [
                [0, high + 0.05, 0],
                [0, high + 0.22, 0],
                [0.1, high + 0.38, 0],
              ],
              0.035,
              metal('steel'),
              { steps: 16 },
            ),
          ],
    ]
  }
  const [first, other = 'balsamic'] = [oil].flat()
  const [line = words.line, otherLine = 'aceto balsamico'] = lines?.split(',') ?? []
  const accent = other === 'balsamic' ? 'burgundy' : words.accent
  const second =
    count > 1 &&
    place(group(one({ ...words, line: otherLine, accent }, other)), { at: [0.95, 0, -0.25] })
  return {
    group: group(one({ ...words, line }, first), second),
    ground: 'honey',
    camera: { detail: { aim: [0.5, 0.4, 1] } },
  }
}

function oilTin(words) {
  return [
    block(printed(label(1, 1.6, words), { rough: 0.4 }), [0.9, 1.5, 0.55], [0, 0, 0], 0.04),
    block(metal('silver'), [0.92, 0.04, 0.57], [0, 1.49, 0], 0.02),
    turned(
      [
        [0, 1.5],
        [0.12, 1.5, 0.01],
        [0.12, 1.68, 0.03],
        [0, 1.68],
      ],
      gloss('gold'),
      { where: { at: [0.2, 0, 0] } },
    ),
    along(
      [
        [-0.35, 1.52, 0],
        [-0.35, 1.68, 0],
        [0.0, 1.68, 0],
        [0.0, 1.52, 0],
      ],
      0.02,
      metal('silver'),
      { steps: 30 },
    ),
  ]
}

/** honey|jam or colours; lid colour, count, text, lines a jar, dipper, paste (not clear) */
export function jar({
  inside = 'honey',
  lid = 'gold',
  count = 3,
  text = {},
  dipper = false,
  cloth,
  lines,
  paste = false,
} = {}) {
  const line = [
    [0, 0],
    [0.4, 0, 0.06],
    [0.42, 0.72, 0.1],
    [0.35, 0.82, 0.03],
    [0.35, 0.92, 0],
  ]
  const names = {
    honey: ['Zoemgaard', 'blossom honey'],
    jam: ['Brambel', 'raspberry & vanilla'],
    '#c98a1c': ['Brambel', 'apricot'],
    '#4a1730': ['Brambel', 'blackberry'],
    '#c79a2d': ['Molen & Zaad', 'grain mustard'],
  }
  const one = (what, n) => {
    const [name, say] = names[what] ?? names.honey
    const words = {
      name,
      line: lines?.split(',')[n] ?? say,
      small: '250 g',
      design: 'seal',
      accent: what === 'honey' ? 'mustard' : 'burgundy',
      ...wordsOf(text),
    }
    return [
      glass(hollow(line, 0.025, 0.06), 'clear'),
      what === 'caramels'
        ? caramels()
        : paste
          ? spread(line, what)
          : liquid(line, 0.78, what, { deep: 1.5, gap: 0.03 }),
      wrapped(0.425, 0.42, 0.34, printed(label(1, 0.5, words), { rough: 0.85 }), {
        y: 0.16,
        top: 0.425,
      }),
      cloth
        ? [
            turned(
              [
                [0.52, 0.7, 0.02],
                [0.44, 0.86, 0.06],
                [0.4, 0.98, 0.05],
                [0, 1.02],
              ],
              fabric(cloth, 'linen', { scale: 1.6 }),
              { steps: 48 },
            ),
            mesh(new THREE.TorusGeometry(0.41, 0.022, 8, 48), fabric('sand', 'wool'), {
              at: [0, 0.85, 0],
              turn: [Math.PI / 2, 0, 0],
            }),
          ]
        : turned(
            [
              [0.38, 0.84, 0],
              [0.395, 0.86, 0.01],
              [0.395, 0.99, 0.015],
              [0.36, 1.01, 0.02],
              [0, 1.0],
            ],
            ['gold', 'silver', 'copper', 'blackmetal'].includes(lid)
              ? metal(lid, { rough: 0.28 })
              : coat(lid, 0.35),
          ),
    ]
  }
  const what = Array.isArray(inside) ? inside : [inside]
  const spots = {
    1: [[0, 0, 0]],
    2: [
      [-0.48, 0, 0],
      [0.48, 0, -0.1],
    ],
    3: [
      [-0.75, 0, 0.15],
      [0.2, 0, 0.32],
      [0.78, 0, -0.42],
    ],
    4: [
      [-0.9, 0, 0.1],
      [0, 0, 0.2],
      [0.9, 0, 0.1],
      [0.2, 1.01, 0],
    ],
  }[count] ?? [[0, 0, 0]]
  const jars = spots.map(([x, y, z], n) =>
    place(group(one(what[n % what.length], n)), { at: [x, y, z], turn: [0, n * 0.12 - 0.1, 0] }),
  )
  return {
    group: group(jars, dipper && honeyDipper()),
    ground: 'honey',
    camera: { detail: { aim: [0.4, 0.45, 0.9] } },
  }
}

/** Caramels in twisted paper, as they fell into the jar. */
function caramels() {
  const chance = seededChance('caramels')
  const papers = ['#ead9b8', '#e2c79a', '#f0e6d2'].map((tint) => paper(tint))
  return copies(46, (n) => {
    const wrap = papers[n % 3]
    const twist = (s) =>
      turned(
        [
          [0.012, 0],
          [0.05, 0.07],
          [0.045, 0.075],
        ],
        wrap,
        { steps: 10, where: { at: [s * 0.075, 0, 0], turn: [0, 0, -s * 1.57] } },
      )
    const [a, r] = [n * 2.4, 0.3 * Math.sqrt(chance.next())]
    return place(group(block(wrap, [0.16, 0.1, 0.11], [0, -0.05, 0], 0.03), twist(1), twist(-1)), {
      at: [Math.cos(a) * r, 0.1 + (n / 46) * 0.62, Math.sin(a) * r],
      turn: [chance.between(-0.8, 0.8), chance.next() * 6.28, chance.between(-0.8, 0.8)],
    })
  })
}

/** What is too thick to look through. */
function spread(line, colour) {
  const body = patterned(coat(colour, 0.5), 'soil', { scale: 1.6, depth: 0.05, shade: 0.8 })
  return turned(
    [...line.slice(0, 3).map(([x, y, r]) => [Math.max(0, x - 0.03), y + 0.03, r]), [0, 0.74]],
    body,
  )
}

function honeyDipper() {
  const rings = [
    [0, 0],
    [0.09, 0.02, 0.02],
  ]
  for (let n = 0; n < 6; n++)
    rings.push(
      [0.13, 0.04 + n * 0.06, 0.01],
      [0.13, 0.07 + n * 0.06, 0.01],
      [0.085, 0.08 + n * 0.06, 0.005],
      [0.085, 0.095 + n * 0.06, 0.005],
    )
  rings.push([0.03, 0.44, 0.02], [0.03, 1.5, 0.01], [0.045, 1.56, 0.03], [0, 1.58])
  return place(turned(rings, wood('beech', { axis: 'y' }), { steps: 28 }), {
    at: [-0.75, 0.125, 0.92],
    turn: [0, 0.35, -1.54],
  })
}

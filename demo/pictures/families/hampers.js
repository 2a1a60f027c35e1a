import { glass } from '../stage/glassware.js'
import { label } from '../stage/label-designs.js'
import { seededChance } from '../stage/seeded-chance.js'
import { ball, blob, block, copies, group, place, rod, turned, wrapped } from '../stage/shaping.js'
import { card, coat, gloss, metal, printed, wood } from '../stage/surfaces.js'
import { bow, satinRibbon, wrappedBox } from './gifts.js'
import { loaf, wedge } from './kitchen.js'

/** Hamper: open basket or crate full of food; kind basket|crate|box, ribbon, theme savoury|sweet|breakfast */
export function hamper({
  kind = 'crate',
  ribbon = 'red',
  theme = 'savoury',
  colour = 'pine',
} = {}) {
  const chance = seededChance(`${theme}${kind}`)
  const plank = (size, at, seed, axis = 'x') =>
    block(
      kind === 'box' ? card(colour === 'pine' ? 'forest' : colour) : wood(colour, { axis, seed }),
      size,
      at,
      0.012,
    )
  const crate = [
    plank([2.5, 0.06, 1.5], [0, 0, 0], 1),
    ...[0, 1].flatMap((n) => [
      plank([2.5, 0.26, 0.06], [0, 0.06 + n * 0.3, 0.75], n + 2),
      plank([2.5, 0.26, 0.06], [0, 0.06 + n * 0.3, -0.75], n + 4),
      plank([0.06, 0.26, 1.5], [1.22, 0.06 + n * 0.3, 0], n + 6, 'z'),
      plank([0.06, 0.26, 1.5], [-1.22, 0.06 + n * 0.3, 0], n + 8, 'z'),
    ]),
  ]
  const straw = copies(150, () =>
    place(
      rod(
        coat(chance.pick(['#d9b878', '#cfa965', '#e3c68c']), 0.9),
        [-0.28, 0, 0],
        [0.28, 0.05, 0.05],
        0.01,
      ),
      {
        at: [chance.between(-0.88, 0.88), chance.between(0.4, 0.5), chance.between(-0.42, 0.42)],
        turn: [chance.between(-0.3, 0.3), chance.next() * 6, chance.between(-0.35, 0.35)],
      },
    ),
  )
  const bottle = (x, z, body, tint, words, h = 1.75) =>
    place(
      group(
        turned(
          [
            [0, 0],
            [0.24, 0, 0.03],
            [0.24, h * 0.6, 0.12],
            [0.09, h * 0.74, 0.08],
            [0.09, h, 0.01],
            [0, h],
          ],
          gloss(body, 0.06),
        ),
        turned(
          [
            [0.098, h * 0.8],
            [0.1, h, 0.02],
            [0, h + 0.02],
          ],
          card(tint, 0.35),
        ),
        wrapped(0.243, h * 0.3, 0.36, printed(label(1, 0.7, words), { rough: 0.85 }), {
          y: h * 0.2,
        }),
      ),
      { at: [x, 0.2, z], turn: [0, chance.between(-0.2, 0.2), chance.between(-0.06, 0.06)] },
    )
  const jarOf = (x, z, what, words) =>
    place(
      group(
        glass(
          turned(
            [
              [0, 0],
              [0.27, 0, 0.04],
              [0.28, 0.5, 0.06],
              [0.23, 0.58, 0.02],
              [0.23, 0.62],
            ],
            null,
          ).geometry,
          what,
          { deep: 1.4 },
        ),
        turned(
          [
            [0.25, 0.56],
            [0.265, 0.57, 0.01],
            [0.265, 0.68, 0.02],
            [0, 0.68],
          ],
          metal('gold', { rough: 0.3 }),
        ),
        wrapped(0.285, 0.3, 0.34, printed(label(1, 0.5, words), { rough: 0.85 }), { y: 0.1 }),
      ),
      { at: [x, 0.45, z], turn: [0, chance.between(-0.3, 0.3), 0] },
    )
  const themes = {
    savoury: () => [
      bottle(-0.75, -0.2, '#14200f', 'burgundy', { name: 'Valdoro', line: 'rosso' }),
      bottle(
        -0.2,
        -0.35,
        '#8f8a1a',
        'black',
        { name: 'Olivara', line: 'extra virgin', design: 'sprig', accent: 'olive' },
        1.55,
      ),
      jarOf(0.32, -0.2, '#3d4a1c', {
        name: 'Olivara',
        line: 'green olives',
        design: 'seal',
        accent: 'olive',
      }),
      jarOf(-0.45, 0.38, 'jam', {
        name: 'Brambel',
        line: 'tomato & chilli',
        design: 'seal',
        accent: 'brick',
      }),
      place(group(wedge()), { at: [0.75, 0.5, 0.3], turn: [0, 2.6, 0.12], scale: 0.95 }),
      place(group(loaf()), { at: [0.75, 0.52, -0.35], turn: [0, 0.5, 0], scale: 0.85 }),
      copies(7, (n) =>
        place(ball(0.085, gloss('#4a2338', 0.28)), {
          at: [0.12 + (n % 3) * 0.14, 0.6 + (n > 5 ? 0.1 : 0), 0.3 + Math.floor(n / 3) * 0.14],
        }),
      ),
    ],
    sweet: () => [
      bottle(
        -0.75,
        -0.25,
        '#1b1f12',
        'gold',
        { name: 'Perlage', line: 'brut', design: 'bare' },
        1.8,
      ),
      place(group(teaLike('forest')), { at: [-0.15, 0.42, -0.3], scale: 0.75 }),
      jarOf(0.4, -0.25, 'honey', {
        name: 'Zoemgaard',
        line: 'blossom honey',
        design: 'seal',
        accent: 'mustard',
      }),
      jarOf(-0.5, 0.36, 'jam', {
        name: 'Brambel',
        line: 'raspberry',
        design: 'seal',
        accent: 'burgundy',
      }),
      place(group(wrappedBox([0.72, 0.42, 0.5], 'burgundy', 'gold')), {
        at: [0.2, 0.48, 0.34],
        turn: [0, 0.2, 0],
      }),
      place(
        block(
          printed(
            label(1, 2, {
              name: 'Kakao & Co',
              line: 'dark 72%',
              paper: 'petrol',
              ink: 'ivory',
              design: 'band',
              accent: 'mustard',
            }),
          ),
          [0.42, 0.85, 0.09],
          [0, 0, 0],
          0.02,
        ),
        { at: [0.9, 0.75, -0.1], turn: [-0.25, -0.3, 0.15] },
      ),
    ],
    breakfast: () => [
      place(group(loaf()), { at: [-0.7, 0.55, 0.1], turn: [0, 0.7, 0], scale: 1.05 }),
      jarOf(0.05, -0.3, 'honey', {
        name: 'Zoemgaard',
        line: 'honey',
        design: 'seal',
        accent: 'mustard',
      }),
      jarOf(0.55, -0.32, 'jam', {
        name: 'Brambel',
        line: 'strawberry',
        design: 'seal',
        accent: 'burgundy',
      }),
      place(group(teaLike('sage')), { at: [1.0, 0.42, -0.3], scale: 0.7 }),
      bottle(
        -0.4,
        -0.42,
        '#e08a1c',
        'white',
        { name: 'Boomgaard', line: 'orange juice', design: 'modern', accent: 'orange' },
        1.5,
      ),
      copies(6, (n) =>
        place(blob([0.13, 0.17, 0.13], 1, coat(n % 2 ? '#d9b08a' : '#efe2cd', 0.55)), {
          at: [0.15 + (n % 3) * 0.27, 0.62, 0.22 + Math.floor(n / 3) * 0.28],
          turn: [0.4, n, 0.5],
        }),
      ),
    ],
  }
  const tie = ribbon !== 'none' && [
    place(
      group(
        block(satinRibbon(ribbon), [2.54, 0.16, 0.012], [0, 0.3, 0.79], 0.005),
        place(group(bow(ribbon, 0.62)), { at: [0, 0.38, 0.82], turn: [Math.PI / 2, 0, 0] }),
      ),
      {},
    ),
  ]
  return {
    group: group(crate, straw, (themes[theme] ?? themes.savoury)(), tie),
    ground: 'warm',
    camera: { always: { above: 24, around: 24 } },
  }
}

const teaLike = (tint) => [
  turned(
    [
      [0, 0],
      [0.4, 0, 0.02],
      [0.4, 0.9, 0.01],
    ],
    coat(tint, 0.35),
  ),
  turned(
    [
      [0.4, 0.88],
      [0.42, 0.9, 0.01],
      [0.42, 1.12, 0.03],
      [0, 1.14],
    ],
    metal('brass', { rough: 0.28 }),
  ),
  wrapped(0.403, 0.5, 0.34, printed(label(1, 0.6, { name: 'Wolk', line: 'tea' }), { rough: 0.8 }), {
    y: 0.18,
  }),
]

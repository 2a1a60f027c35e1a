import { stillLife } from './still-life.js'

/** Square still lifes without words, one per kind of maker: [rows, tone, camera]. */
const tiles = {
  ceramics: [
    [
      [
        'vase',
        { shape: 'ball', colour: 'clay', finish: 'raw' },
        { tall: 1.5, at: [-0.35, 0, -0.2] },
      ],
      [
        'vase',
        { shape: 'cone', colour: 'cream', finish: 'speckled' },
        { tall: 1.0, at: [0.7, 0, 0.2] },
      ],
    ],
    'clay',
  ],
  lighting: [
    [['tableLamp', { style: 'globe', base: 'brass' }, { tall: 1.8, at: [0, 0, 0] }]],
    'honey',
  ],
  coffee: [
    [
      [
        'coffeeMaker',
        { kind: 'moka', colour: 'aluminium', accent: 'walnut' },
        { tall: 1.6, at: [-0.3, 0, -0.1], turn: 0.4 },
      ],
      [
        'espresso',
        { count: 1, colour: 'terracotta', spoon: false },
        { wide: 0.95, at: [0.75, 0, 0.6] },
      ],
    ],
    'warm',
  ],
  chocolate: [
    [['chocolateBox', { lid: false, colour: 'burgundy' }, { wide: 2, at: [0, 0, 0], turn: 0.3 }]],
    'blush',
    { above: 40, fill: 0.9 },
  ],
  wine: [[['glassSet', { shape: 'red', count: 2 }, { tall: 1.8, at: [0, 0, 0] }]], 'stone'],
  tea: [
    [
      [
        'teapot',
        { colour: 'anthracite', shape: 'cast', finish: 'raw', handle: 'brass', cups: 1 },
        { wide: 2, at: [0, 0, 0], turn: 0.2 },
      ],
    ],
    'sage',
  ],
  olive: [
    [
      ['oilBottle', { text: { name: '', line: '', small: '' } }, { tall: 1.9, at: [-0.2, 0, 0] }],
      ['tableware', { pieces: 'bowl', colour: 'cream' }, { wide: 0.8, at: [0.65, 0, 0.4] }],
    ],
    'honey',
  ],
  garden: [
    [['wateringCan', { colour: 'copper', style: 'slim' }, { wide: 1.9, at: [0, 0, 0], turn: 0.2 }]],
    'mint',
  ],
  cycling: [
    [['bicycle', { kind: 'lamps', colour: 'mustard' }, { wide: 1.9, at: [0, 0, 0] }]],
    'mist',
  ],
  audio: [
    [
      [
        'headphones',
        { colour: 'cream', pads: 'brown', accent: 'gold' },
        { tall: 1.8, at: [0, 0, 0], turn: 0.5 },
      ],
    ],
    'mist',
    { fill: 0.9 },
  ],
  watches: [
    [
      [
        'watch',
        { colour: 'gold', strap: 'brown', band: 'leather', face: 'light' },
        { tall: 1.8, at: [0, 0, 0], turn: 0.2 },
      ],
    ],
    'stone',
    { fill: 0.84 },
  ],
  skincare: [
    [
      [
        'cosmetics',
        { pieces: ['dropper', 'jar'], colour: 'white', lid: 'gold', text: '', base: 'stone' },
        { wide: 1.9, at: [0, 0, 0] },
      ],
    ],
    'blush',
  ],
  bath: [[['bath', { kind: 'brush' }, { wide: 1.8, at: [0, 0, 0.2], turn: 0.4 }]], 'linen'],
  toys: [[['woodenToy', { kind: 'rocket' }, { tall: 1.8, at: [0, 0, 0] }]], 'sky'],
  plush: [
    [
      [
        'plush',
        { kind: 'elephant', colour: 'slate', second: 'blush' },
        { tall: 1.7, at: [0, 0, 0], turn: 0.3 },
      ],
    ],
    'lilac',
  ],
  games: [
    [['game', { kind: 'chess' }, { wide: 2, at: [0, 0, 0] }]],
    'clay',
    { above: 32, around: 30 },
  ],
  textiles: [
    [['cushion', { count: 2, colour: 'mustard', second: 'cream' }, { wide: 2, at: [0, 0, 0] }]],
    'linen',
  ],
  bags: [
    [
      [
        'bag',
        { kind: 'weekender', colour: 'brown', weave: 'leather', trim: 'black' },
        { wide: 2, at: [0, 0, 0], turn: 0.3 },
      ],
    ],
    'stone',
  ],
  cookware: [
    [['pan', { kind: 'saucepan', colour: 'copper', knob: 'brass' }, { wide: 2, at: [0, 0, 0] }]],
    'warm',
    { above: 22 },
  ],
  glass: [
    [
      [
        'carafe',
        { shape: 'decanter', drink: 'none', stopper: 'glass', tint: 'aqua', glasses: 1 },
        { tall: 1.7, at: [0, 0, 0] },
      ],
    ],
    'sky',
  ],
  knives: [
    [['knife', { kind: 'chef', handle: 'ebony' }, { wide: 2.2, at: [0, 0, 0], turn: 0.5 }]],
    'stone',
    { above: 36, fill: 0.84 },
  ],
  candles: [
    [['candle', { kind: 'taper', colour: 'terracotta' }, { tall: 1.8, at: [0, 0, 0] }]],
    'dusk',
  ],
  travel: [
    [['backpack', { style: 'city', colour: 'petrol' }, { tall: 1.8, at: [0, 0, 0], turn: 0.4 }]],
    'sky',
  ],
  picnic: [
    [['picnic', { bottle: false }, { wide: 1.9, at: [0, 0, 0], turn: 0.3 }]],
    'sage',
    { above: 22 },
  ],
}

export function brandTile({ maker = 'ceramics' } = {}) {
  const [rows, ground, view = {}] = tiles[maker]
  return stillLife(rows, {
    ground,
    mood: ground === 'dusk' ? 'evening' : 'day',
    view: { above: 14, fill: 0.82, ...view },
    reach: 3,
  })
}

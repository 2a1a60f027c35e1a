import { block } from '../stage/shaping.js'
import { clay, wood } from '../stage/surfaces.js'
import { stillLife } from './still-life.js'

const plinth = (kind, [w, h, d], at) =>
  block(kind === 'clay' ? clay('stone') : wood(kind, { seed: 5 }), [w, h, d], at, 0.03)
const view = { fill: 0.84, drop: 0.08, lens: 22 }

export const categoryHome = () =>
  stillLife(
    [
      [
        'tableLamp',
        { style: 'ceramic', base: 'sage', shadeColour: 'cream' },
        { tall: 2.1, at: [-1.2, 0, -0.5] },
      ],
      [
        'vase',
        { shape: 'gourd', colour: 'sand', finish: 'raw', stems: 'pampas' },
        { tall: 2.3, at: [1.5, 0, -0.6] },
      ],
      [
        'cushion',
        { colour: 'terracotta', weave: 'linen' },
        { tall: 1.25, at: [0.2, 0, -0.15], turn: 0.1 },
      ],
      ['candle', { text: '', vesselColour: 'amber' }, { tall: 0.5, at: [-0.55, 0, 0.65] }],
      [
        'blanket',
        { colour: 'cream', stripe: 'sage', band: false },
        { wide: 1.3, at: [1.0, 0, 0.75], turn: -0.2 },
      ],
    ],
    { ground: 'warm', view },
  )

export const categoryKitchen = () =>
  stillLife(
    [
      ['pan', { colour: 'forest', knob: 'brass' }, { wide: 1.7, at: [-0.75, 0, 0], turn: 0.3 }],
      [
        'cuttingBoard',
        { shape: 'paddle', kind: 'walnut', extras: 'bread' },
        { wide: 1.8, at: [0.7, 0, 0.8], turn: 0.35 },
      ],
      ['mills', {}, { tall: 1.25, at: [0.75, 0, -0.65] }],
      [
        'teapot',
        { colour: 'cream', finish: 'speckled' },
        { tall: 0.95, at: [1.85, 0, -0.35], turn: -0.3 },
      ],
      [
        'tableware',
        { pieces: 'stack', colour: 'sand', second: 'cream' },
        { wide: 0.95, at: [-2.0, 0, -0.5] },
      ],
    ],
    { ground: 'sage', view: { ...view, above: 18 } },
  )

export const categoryFood = () =>
  stillLife(
    [
      [
        'hamper',
        { theme: 'savoury', ribbon: 'none', kind: 'crate' },
        { wide: 2.3, at: [-0.35, 0, -0.3], turn: 0.2 },
      ],
      ['chocolateBox', { lid: false }, { wide: 1.35, at: [1.35, 0, 0.7], turn: -0.25 }],
      [
        'jar',
        { inside: ['honey', 'jam'], count: 2 },
        { wide: 0.95, at: [-1.5, 0, 0.85], turn: 0.15 },
      ],
      ['wineBottle', { kind: 'burgundy' }, { tall: 1.75, at: [1.7, 0, -0.6], turn: -0.2 }],
    ],
    { ground: 'honey', view: { ...view, above: 20 } },
  )

export const categoryGarden = () =>
  stillLife(
    [
      [
        'plant',
        { kind: 'olive', pot: 'rim', colour: 'terracotta', finish: 'raw' },
        { tall: 2.3, at: [1.25, 0, -0.55] },
      ],
      [
        'wateringCan',
        { colour: 'forest', accent: 'brass' },
        { wide: 1.65, at: [-0.5, 0, 0.1], turn: 0.3 },
      ],
      [
        'birdHouse',
        { colour: 'oak', roof: 'moss' },
        { tall: 1.6, at: [-1.75, 0, -0.5], turn: 0.25 },
      ],
      [
        'plant',
        { kind: 'herb', pot: 'taper', colour: 'cream' },
        { tall: 0.95, at: [0.55, 0, 0.75] },
      ],
      ['gardenTools', { kind: 'trowel' }, { wide: 1.0, at: [1.7, 0, 0.75], turn: 0.9 }],
    ],
    { ground: 'mint', view },
  )

export const categorySport = () =>
  stillLife(
    [
      [
        'backpack',
        { colour: 'forest', style: 'roll' },
        { tall: 2.0, at: [-1.05, 0, -0.45], turn: 0.3 },
      ],
      [
        'yogaMat',
        { colour: 'petrol', strap: 'sand', block: false },
        { wide: 2.0, at: [0.85, 0, -0.35], turn: 0.25 },
      ],
      ['drinkBottle', { colour: 'mustard', lid: 'charcoal' }, { tall: 1.35, at: [0.05, 0, 0.35] }],
      [
        'training',
        { kind: 'kettlebell', colour: 'anthracite', accent: 'terracotta' },
        { tall: 0.8, at: [1.55, 0, 0.65], turn: 0.2 },
      ],
      ['sportBall', { kind: 'football' }, { tall: 0.72, at: [-1.9, 0, 0.65] }],
    ],
    { ground: 'sky', view },
  )

export const categoryElectronics = () =>
  stillLife(
    [
      [
        'headphones',
        { colour: 'charcoal', pads: 'brown' },
        { tall: 1.5, at: [-0.95, 0.45, -0.2], turn: 0.25 },
      ],
      [
        'speaker',
        { shape: 'cylinder', colour: 'petrol' },
        { tall: 1.5, at: [0.75, 0, -0.35], turn: -0.2 },
      ],
      [
        'watch',
        { colour: 'silver', strap: 'brown', band: 'leather' },
        { tall: 0.95, at: [1.8, 0, 0.25], turn: -0.2 },
      ],
      ['charger', { kind: 'bank', colour: 'sage' }, { tall: 0.95, at: [0.15, 0, 0.75], turn: 0.2 }],
      ['camera', { colour: 'cream' }, { wide: 1.25, at: [-2.15, 0, 0.3], turn: 0.4 }],
    ],
    { ground: 'mist', extra: [plinth('clay', [1.7, 0.45, 1.2], [-0.95, 0, -0.25])], view },
  )

export const categoryBeauty = () =>
  stillLife(
    [
      [
        'cosmetics',
        { pieces: ['jar', 'dropper', 'tube'], colour: 'blush', lid: 'oak', base: 'stone' },
        { wide: 2.4, at: [-0.4, 0, -0.2], turn: 0.1 },
      ],
      [
        'towels',
        { colours: ['cream', 'blush', 'white'] },
        { wide: 1.3, at: [1.55, 0, -0.5], turn: -0.25 },
      ],
      ['candle', { vesselColour: 'rose', text: '' }, { tall: 0.55, at: [1.35, 0, 0.7] }],
      [
        'cosmetics',
        { pieces: ['soap'], colour: 'sage' },
        { wide: 0.62, at: [0.55, 0, 0.9], turn: 0.4 },
      ],
      [
        'vase',
        { shape: 'bottle', colour: 'rose', finish: 'glass', stems: 'eucalyptus' },
        { tall: 1.9, at: [-1.75, 0, -0.65] },
      ],
    ],
    { ground: 'blush', view },
  )

export const categoryKids = () =>
  stillLife(
    [
      ['plush', { scarf: 'mustard' }, { tall: 1.65, at: [-0.75, 0, -0.25], turn: 0.15 }],
      ['woodenToy', { kind: 'train' }, { wide: 1.9, at: [0.6, 0, 0.7], turn: 0.15 }],
      ['woodenToy', { kind: 'rings' }, { tall: 1.25, at: [0.7, 0, -0.5] }],
      [
        'woodenToy',
        { kind: 'blocks', colours: ['sky', 'coral', 'mustard', 'sage'] },
        { wide: 1.35, at: [1.9, 0, -0.25], turn: -0.2 },
      ],
      [
        'plush',
        { kind: 'rabbit', colour: 'stone', second: 'blush' },
        { tall: 1.35, at: [-1.85, 0, 0.1], turn: 0.35 },
      ],
    ],
    { ground: 'lilac', view },
  )

export const categoryExperiences = () =>
  stillLife(
    [
      [
        'voucherCard',
        { kind: 'box', colour: 'petrol', accent: 'cream', text: '', line: '', motif: 'sun' },
        { wide: 1.9, at: [-0.6, 0, 0.1], turn: 0.2 },
      ],
      [
        'voucherCard',
        {
          kind: 'ticket',
          colour: 'terracotta',
          accent: 'cream',
          text: '',
          line: '',
          motif: 'mountains',
        },
        { wide: 1.6, at: [1.1, 0, 0.75], turn: -0.15 },
      ],
      [
        'glassSet',
        { shape: 'flute', drink: 'whitewine', count: 2 },
        { tall: 1.7, at: [0.75, 0, -0.75] },
      ],
      ['trekking', { kind: 'compass' }, { wide: 0.75, at: [-1.75, 0, 0.75], turn: 0.4 }],
      [
        'giftBox',
        { colour: 'mustard', ribbon: 'cream', sprig: false },
        { wide: 1.1, at: [-1.35, 0, -0.65], turn: 0.3 },
      ],
    ],
    { ground: 'linen', view: { ...view, above: 24 } },
  )

import { stillLife } from './still-life.js'

const view = { above: 12, fill: 0.8, drop: 0.05, slide: -0.26, lens: 20 }

export const bannerList = () =>
  stillLife(
    [
      [
        'giftBox',
        { colour: 'terracotta', ribbon: 'cream', sprig: false },
        { wide: 1.2, at: [0, 0, 0], turn: 0.3 },
      ],
      [
        'vase',
        { shape: 'pebble', colour: 'sage', finish: 'speckled' },
        { tall: 0.95, at: [-1.25, 0, -0.2] },
      ],
      ['mug', { colour: 'petrol' }, { tall: 0.65, at: [1.15, 0, 0.35], turn: -0.3 }],
      [
        'tableLamp',
        { style: 'mushroom', base: 'mustard', shadeColour: 'cream' },
        { tall: 1.25, at: [1.75, 0, -0.5] },
      ],
      [
        'speaker',
        { shape: 'ball', colour: 'cream', strap: 'brown' },
        { tall: 0.75, at: [-0.75, 0, 0.6] },
      ],
    ],
    { ground: 'warm', view },
  )

export const bannerCart = () =>
  stillLife(
    [
      [
        'bag',
        { kind: 'tote', colour: 'cream', trim: 'terracotta', text: '' },
        { tall: 1.6, at: [0, 0, 0], turn: 0.15 },
      ],
      [
        'giftBox',
        { colour: 'sage', ribbon: 'cream', sprig: false },
        { wide: 0.85, at: [1.0, 0, 0.25], turn: -0.3 },
      ],
      [
        'giftBox',
        { colour: 'mustard', ribbon: 'cream', sprig: false },
        { wide: 0.6, at: [-0.85, 0, 0.4], turn: 0.4 },
      ],
    ],
    { ground: 'sage', view },
  )

export const bannerContact = () =>
  stillLife(
    [
      [
        'mug',
        { shape: 'belly', colour: 'cream', finish: 'speckled', drink: 'latte' },
        { tall: 0.75, at: [0, 0, 0.1], turn: -0.4 },
      ],
      [
        'voucherCard',
        {
          kind: 'envelope',
          colour: 'sky',
          accent: 'terracotta',
          text: '',
          line: '',
          motif: 'leaves',
        },
        { wide: 1.5, at: [1.3, 0, 0.35], turn: -0.2 },
      ],
      [
        'books',
        { kind: 'notebook', colours: ['petrol', 'sand'], text: '', pen: true },
        { wide: 1.3, at: [-1.25, 0, 0], turn: 0.2 },
      ],
      [
        'plant',
        { kind: 'pilea', colour: 'terracotta', pot: 'taper' },
        { tall: 1.15, at: [2.1, 0, -0.55] },
      ],
    ],
    { ground: 'sky', view: { ...view, above: 18 } },
  )

export const bannerWishlist = () =>
  stillLife(
    [
      [
        'giftBox',
        { colour: 'rose', ribbon: 'cream', sprig: false },
        { wide: 1.15, at: [0, 0, 0], turn: 0.3 },
      ],
      ['candle', { kind: 'set', colour: 'blush' }, { tall: 0.9, at: [1.3, 0, -0.1] }],
      [
        'vase',
        { shape: 'bottle', finish: 'glass', colour: 'rose', stems: 'eucalyptus' },
        { tall: 1.5, at: [-1.2, 0, -0.3] },
      ],
      [
        'cosmetics',
        { pieces: ['jar'], colour: 'white', lid: 'gold', text: '' },
        { wide: 0.55, at: [0.85, 0, 0.7] },
      ],
    ],
    { ground: 'blush', view },
  )

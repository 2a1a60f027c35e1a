import css from '#backoffice/modules/content/ContentPage.module.css'

type Shape = readonly [
  x: number,
  y: number,
  width: number,
  height: number,
  look?: 'strong' | 'soft',
]

const HEADER: readonly Shape[] = [
  [4, 4, 10, 3, 'strong'],
  [44, 4, 8, 3],
]
const LINES: readonly Shape[] = [
  [4, 12, 24, 4, 'strong'],
  [4, 20, 48, 2],
  [4, 25, 48, 2],
  [4, 30, 36, 2],
]
const tiles = (top: number, height: number): readonly Shape[] =>
  [0, 1, 2].map((index): Shape => [4 + index * 17, top, 14, height, 'soft'])

/** The parts of a page as rectangles, on a sheet of 56 by 40. */
const DRAWINGS: Readonly<Record<string, readonly Shape[]>> = {
  text: [...HEADER, ...LINES],
  logoncomponents: [
    [18, 8, 20, 24, 'soft'],
    [22, 13, 12, 3, 'strong'],
    [22, 19, 12, 3],
    [22, 25, 12, 3, 'strong'],
  ],
  headercomponents: [
    [0, 0, 56, 11, 'soft'],
    [4, 4, 10, 3, 'strong'],
    [20, 4, 16, 3],
    [44, 4, 8, 3],
  ],
  footercomponents: [
    [0, 26, 56, 14, 'soft'],
    [4, 30, 12, 2, 'strong'],
    [22, 30, 12, 2],
    [40, 30, 12, 2],
    [4, 34, 10, 2],
  ],
  homepagecomponents: [
    ...HEADER,
    [4, 10, 48, 14, 'soft'],
    [8, 14, 14, 3, 'strong'],
    ...tiles(28, 9),
  ],
  productlistpagecomponents: [...HEADER, ...tiles(12, 11), ...tiles(26, 11)],
  wishlistcomponents: [...HEADER, ...tiles(12, 11), [4, 27, 20, 2], [4, 32, 14, 2]],
  productdetailpagecomponents: [
    ...HEADER,
    [4, 11, 24, 24, 'soft'],
    [32, 12, 18, 4, 'strong'],
    [32, 20, 20, 2],
    [32, 25, 16, 2],
    [32, 31, 12, 4, 'strong'],
  ],
  welcomeoverlaycomponents: [
    [0, 0, 56, 40, 'soft'],
    [10, 7, 36, 26],
    [15, 13, 18, 3, 'strong'],
    [15, 25, 12, 4, 'strong'],
  ],
  basketcomponents: [
    ...HEADER,
    [4, 12, 8, 8, 'soft'],
    [15, 14, 16, 2],
    [4, 24, 8, 8, 'soft'],
    [15, 26, 16, 2],
    [38, 12, 14, 20, 'soft'],
  ],
  basketoverlaycomponents: [
    [0, 0, 56, 40, 'soft'],
    [8, 6, 40, 28],
    [12, 10, 12, 20, 'soft'],
    [28, 12, 14, 3, 'strong'],
    [28, 24, 14, 4, 'strong'],
  ],
  checkoutstepscomponents: [
    ...HEADER,
    ...[0, 1, 2, 3].map((index): Shape => [
      6 + index * 12,
      18,
      6,
      6,
      index === 0 ? 'strong' : 'soft',
    ]),
  ],
  personaldatacomponents: [
    ...HEADER,
    [4, 12, 22, 4],
    [30, 12, 22, 4],
    [4, 20, 48, 4],
    [4, 30, 16, 5, 'strong'],
  ],
  deliverydatacomponents: [...HEADER, [4, 12, 30, 24, 'soft'], [38, 12, 14, 4], [38, 20, 14, 4]],
  molliecomponents: [...HEADER, [10, 13, 36, 14, 'soft'], [20, 31, 16, 5, 'strong']],
  confirmationpagecomponents: [
    ...HEADER,
    [23, 11, 10, 10, 'soft'],
    [14, 25, 28, 4, 'strong'],
    [18, 32, 20, 2],
  ],
  contactpagecomponents: [
    ...HEADER,
    [4, 12, 22, 3, 'strong'],
    [4, 19, 22, 2],
    [30, 12, 22, 16, 'soft'],
  ],
  mails: [
    [12, 2, 32, 36, 'soft'],
    [16, 6, 10, 3, 'strong'],
    [16, 13, 24, 2],
    [16, 18, 24, 2],
    [16, 27, 14, 5, 'strong'],
  ],
  navigation: [
    [4, 6, 20, 3, 'strong'],
    [8, 13, 18, 2],
    [8, 18, 16, 2],
    [4, 25, 20, 3, 'strong'],
    [8, 32, 18, 2],
  ],
  tiles: [...tiles(5, 13), ...tiles(22, 13)],
  company: [
    [4, 6, 18, 12, 'soft'],
    [26, 7, 22, 3, 'strong'],
    [26, 14, 18, 2],
    [4, 24, 44, 2],
    [4, 29, 36, 2],
  ],
  countries: [6, 14, 22, 30].flatMap((y): Shape[] => [
    [6, y, 4, 4, 'soft'],
    [14, y + 1, 26, 2],
  ]),
}

/** A small drawing of the page's structure, beside its name. */
export function ContentThumbnail({ name }: { name: string }) {
  const shapes = DRAWINGS[name] ?? DRAWINGS['text'] ?? []
  return (
    <svg className={css.thumbnail} viewBox="0 0 56 40" aria-hidden="true">
      {shapes.map(([x, y, width, height, look = 'line']) => (
        <rect
          key={`${x} ${y} ${width} ${height}`}
          x={x}
          y={y}
          width={width}
          height={height}
          rx="1"
          data-look={look}
        />
      ))}
    </svg>
  )
}

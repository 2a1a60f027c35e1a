import css from './BackofficeIcon.module.css'

/**
 * Drawn on a 24 by 24 grid like the shop icons. Icons that only the back office uses are separate, so that the shop
 * does not load them.
 */
const drawings = {
  account: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4.500 20.500c.5-4 3.500-6 7.500-6s7 2 7.500 6',
  task: 'M12 3.500a8.500 8.500 0 1 1 0 17 8.500 8.500 0 0 1 0-17Zm0 4.500v4.500m0 2.800v.2',
  audit: 'M6 3.500h12v17H6v-17Zm3 4.500h6M9 12h6M9 16h4',
  bold: 'M7 5h6a3.500 3.500 0 0 1 0 7H7V5Zm0 7h7a3.500 3.500 0 0 1 0 7H7v-7Z',
  bullets: 'M9 6h11M9 12h11M9 18h11M4.500 6h.1m-.1 6h.1m-.1 6h.1',
  batch:
    'M4 7.500h16v3.200a1.500 1.500 0 0 0 0 2.600v3.200H4v-3.200a1.500 1.500 0 0 0 0-2.600V7.500Zm10 0v9',
  brand:
    'M12 3.500 14.500 6l3.500.500.500 3.500L20.500 12l-2 2-.500 3.500-3.500.500L12 20.500 9.500 18 6 17.500 5.500 14l-2-2 2-2L6 6.500 9.500 6 12 3.500Zm-3 8.500 2 2 4-4',
  calendar: 'M4 6h16v14H4V6Zm0 4.500h16M8 3.500V8m8-4.500V8',
  check: 'm5 12.500 4.500 4.500L19 7.500',
  close: 'm6 6 12 12M18 6 6 18',
  barcode: 'M4.500 5.500v13m3-13v13m2-13v13m4-13v13m3-13v13m3-13v13',
  columns: 'M4 6h2m3 0h11M4 12h2m3 0h11M4 18h2m3 0h11',
  coverage: 'M4.500 4.500h6v6h-6v-6Zm9 0h6v6h-6v-6Zm-9 9h6v6h-6v-6Zm9 3h6m-3-3v6',
  down: 'm6 9 6 6 6-6',
  download: 'M12 4v11m-4.500-4.500L12 15l4.500-4.500M4.500 19.500h15',
  eye: 'M2.500 12c4-8 15-8 19 0-4 8-15 8-19 0ZM12 9.200a2.800 2.800 0 1 1 0 5.600 2.800 2.800 0 0 1 0-5.600Z',
  employer: 'M6 20V4.500h8V20M14 9.500h4.500V20M4 20h16M9 8h2m-2 4h2m-2 4h2',
  figures: 'M4 19.500h16M7 16v-4.500m5 4.500V6.500m5 9.500v-7',
  gift: 'M4.500 11.500h15v8.500h-15v-8.500Zm-1-4h17v4h-17v-4ZM12 7.500V20m0-12.500S10.500 3.500 8 3.500a2 2 0 0 0 0 4h4Zm0 0s1.500-4 4-4a2 2 0 0 1 0 4h-4Z',
  globe:
    'M12 3.500a8.500 8.500 0 1 1 0 17 8.500 8.500 0 0 1 0-17Zm-8.500 8.500h17M12 3.500c5 5 5 12 0 17m0-17c-5 5-5 12 0 17',
  heading: 'M6 5v14M18 5v14M6 12h12',
  money: 'M4.500 4.500v15h15M8.500 16v-4.500m4 4.500V7.500m4 8.500v-6',
  orders:
    'm12 3.500 8 4.300v8.400l-8 4.300-8-4.300V7.800l8-4.300Zm0 0v0m-8 4.300 8 4.300 8-4.300M12 12.100v8.400',
  info: 'M12 3.500a8.500 8.500 0 1 1 0 17 8.500 8.500 0 0 1 0-17Zm0 7.500v5m0-8.200v.2',
  inward: 'M5 5v6h12m-4-4 4 4-4 4',
  inbox: 'M4 13.500 6.500 5h11L20 13.500V19H4v-5.500Zm0 0h5l1 2.500h4l1-2.500h5',
  italic: 'M10 5h7M7 19h7M13.500 5l-3 14',
  key: 'M8 11.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9Zm3.300 1.300 8.200-8.200m-3.500 3.500 3 3',
  leave: 'M14 4.500H5.500v15H14M10.500 12H20m-4-4 4 4-4 4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  next: 'm9.500 6 6 6-6 6',
  numbers: 'M10 6h10M10 12h10M10 18h10M4 4.500 5.500 4v5M4 15h2.500L4 19h2.500',
  outward: 'M19 5v6H7m4-4-4 4 4 4',
  paragraph: 'M17 5h-6a4 4 0 0 0 0 8h2M13 5v14m4-14v14',
  picture: 'M4 5.500h16v13H4v-13Zm0 10 4.500-4.500 4 4 2.500-2.500 5 5M15.500 9h.1',
  parcel:
    'M3 6.500h10.500V16H3V6.500Zm10.500 3.500h4l3.500 3.200V16h-7.500M7 15.500a1.700 1.700 0 1 1 0 3.400 1.700 1.700 0 0 1 0-3.400Zm10 0a1.700 1.700 0 1 1 0 3.400 1.700 1.700 0 0 1 0-3.400Z',
  plus: 'M12 5.500v13M5.500 12h13',
  previous: 'm14.500 6-6 6 6 6',
  release: 'M6 20.500V4.500h11l-2 4 2 4H6',
  search: 'M10.500 4a6.500 6.500 0 1 1 0 13 6.500 6.500 0 0 1 0-13Zm5 11.500 5 5',
  shield:
    'M12 3.500 5 6v6c0 4 3 7 7 8.500 4-1.500 7-4.500 7-8.500V6l-7-2.500Zm-3 8.500 2.500 2.500 4-4.500',
  staff:
    'M9 5a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7ZM2.500 19.500c.5-3 3-5 6.500-5s6 2 6.500 5m.5-14a3.500 3.500 0 0 1 0 6.500m2 3c2 .5 3.200 2 3.500 4.500',
  tag: 'M4 4.500h8l8 8-7.500 7.500-8-8.500v-7Zm4 3.500v.1',
  text: 'M5 6.500V5h14v1.500M12 5v14m-2.500 0h5',
  today:
    'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8Zm0-4.500V5m0 14v1.500M3.500 12H5m14 0h1.500M6 6l1 1m10 10 1 1M6 18l1-1M17 7l1-1',
  work: 'M12 3.500a8.500 8.500 0 1 0 8.500 8.500M12 7.500V12l3 2m2.500-9.500 2.500 2-2.500 2',
  up: 'm6 15 6-6 6 6',
  webhook: 'M9 3.500v5m6-5v5M6 8.500h12v3a6 6 0 0 1-12 0v-3Zm6 9v3',
  warning: 'M12 4 3 19.500h18L12 4Zm0 6v4.500m0 2.300v.2',
} as const

export type BackofficeIconName = keyof typeof drawings

/** Decorative: the text beside it or the label of its button carries the meaning. */
export function BackofficeIcon({ name }: { name: BackofficeIconName }) {
  return (
    <svg className={css.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  )
}

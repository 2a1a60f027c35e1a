import css from './Icon.module.css'

/** Drawn on a 24 by 24 grid with one stroke width, so that they look alike. */
const drawings = {
  'arrow-left': 'M19 12H5m6-6-6 6 6 6',
  'arrow-right': 'M5 12h14m-6-6 6 6-6 6',
  'chevron-down': 'm6 9 6 6 6-6',
  'chevron-left': 'm15 5-7 7 7 7',
  'chevron-right': 'm9 5 7 7-7 7',
  basket:
    'M3.5 9.5h17l-1.6 9.2a1.6 1.6 0 0 1-1.6 1.3H6.7a1.6 1.6 0 0 1-1.6-1.3L3.5 9.5Zm5-.5L12 3.5 15.500 9M9.500 13v3.500m5-3.500v3.500',
  calendar: 'M4.500 6.500h15v13h-15v-13Zm0 4h15M8.500 3.500v4m7-4v4',
  chat: 'M4 5.500h16v11h-8.500L7 20v-3.500H4v-11Z',
  check: 'm5 12.500 4.500 4.500L19 7.500',
  clock: 'M12 3.500a8.500 8.500 0 1 1 0 17 8.500 8.500 0 0 1 0-17Zm0 4V12l3 2',
  close: 'm6 6 12 12M18 6 6 18',
  copy: 'M8.500 8.500v-4h11v11h-4m-11-7h11v11h-11v-11Z',
  edit: 'm5 19 1-4L16.500 4.500l3 3L9 18l-4 1Z',
  filter: 'M4 7h9m4 0h3M4 17h3m4 0h9M15 4.500v5M9 14.500v5',
  gift: 'M4.500 11.500h15v8.500h-15v-8.500Zm-1-4h17v4h-17v-4ZM12 7.500V20m0-12.500S10.500 3.500 8 3.500a2 2 0 0 0 0 4h4Zm0 0s1.500-4 4-4a2 2 0 0 1 0 4h-4Z',
  heart: 'M12 20S4 15 4 9.300A4.300 4.300 0 0 1 12 7a4.300 4.300 0 0 1 8 2.300C20 15 12 20 12 20Z',
  home: 'M4 11.500 12 4l8 7.500M6.500 9.500V20h11V9.500',
  info: 'M12 3.500a8.500 8.500 0 1 1 0 17 8.500 8.500 0 0 1 0-17Zm0 7.500v5m0-8.200v.2',
  leaf: 'M5 19c0-9 5-14 14-14 0 9-4.500 13-10.500 13-1.500 0-2.500-.5-3.500-1.500M5 19c1-4 3.500-7 8-9',
  logout: 'M14 4.500H5.500v15H14M10.500 12H20m-4-4 4 4-4 4',
  mail: 'M3.500 6h17v12.500h-17V6Zm0 1 8.500 6 8.500-6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M5.500 12h13',
  parcel: 'm4 8 8-4 8 4v8.500l-8 4-8-4V8Zm0 0 8 4 8-4m-8 4v8.500M8 6l8 4',
  phone:
    'M7 3.500 4.500 5c-.5 6 5.500 13.500 13 14.500l2-2.500-4-3-2 1.500c-2-1-4-3.500-4.500-5.500l1.500-1.500L7 3.500Z',
  pin: 'M12 21s-7-6.500-7-11.500a7 7 0 0 1 14 0C19 14.500 12 21 12 21Zm0-14a2.700 2.700 0 1 1 0 5.400A2.700 2.700 0 0 1 12 7Z',
  pause: 'M8.500 5.500v13m7-13v13',
  play: 'M8 5.500v13l10-6.500-10-6.500Z',
  plus: 'M12 5.500v13M5.500 12h13',
  search: 'M10.500 4a6.500 6.500 0 1 1 0 13 6.500 6.500 0 0 1 0-13Zm5 11.500 5 5',
  trash: 'M5 7h14M9.500 7V4.500h5V7M7 7l.800 12.500h8.400L17 7m-7 3.500v6m4-6v6',
  truck:
    'M2.500 6.500H14v10H2.500v-10ZM14 10h4l3.500 3.500v3H14M7 19.300a1.800 1.800 0 1 0 0-3.600 1.800 1.800 0 0 0 0 3.600Zm10.500 0a1.800 1.800 0 1 0 0-3.600 1.800 1.800 0 0 0 0 3.600Z',
  user: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4.500 20.500c.5-4 3.500-6 7.500-6s7 2 7.500 6',
  warning: 'M12 4 3 19.500h18L12 4Zm0 6v4.500m0 2.300v.2',
} as const

export type IconName = keyof typeof drawings

/** Decorative: the text beside it or the label of its button has the meaning. */
export function Icon({ name, filled = false }: { name: IconName; filled?: boolean }) {
  return (
    <svg
      className={css.icon}
      viewBox="0 0 24 24"
      aria-hidden="true"
      data-filled={filled || undefined}
    >
      <path d={drawings[name]} />
    </svg>
  )
}

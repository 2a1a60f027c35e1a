import css from './EmptyPicture.module.css'

export type EmptyPictureName = 'box' | 'people' | 'paper' | 'done' | 'search'

/** Line drawings for empty lists: gifts and parcels, people, papers, completed tasks, no results. */
export function EmptyPicture({ name }: { name: EmptyPictureName }) {
  const Drawing = DRAWINGS[name]
  return (
    <svg className={css.picture} viewBox="0 0 160 112" aria-hidden="true">
      <ellipse className={css.shadow} cx="80" cy="98" rx="66" ry="8" />
      <Drawing />
    </svg>
  )
}

const DRAWINGS = {
  box: () => (
    <>
      <path className={css.sheet} d="M44 52h72v44H44z" />
      <path className={css.accent} d="M73 52h14v44H73z" />
      <path className={css.sheet} d="m38 46 8-12h68l8 12v8H38z" />
      <path className={css.accent} d="M71 34h18l2 20H69z" />
      <path
        className={css.line}
        d="M80 33c-4-14-22-18-24-9-1 7 12 9 24 9Zm0 0c4-14 22-18 24-9 1 7-12 9-24 9Z"
      />
    </>
  ),
  people: () => (
    <>
      <path className={css.sheet} d="M22 96c1-18 11-27 24-27s23 9 24 27z" />
      <circle className={css.sheet} cx="46" cy="54" r="13" />
      <path className={css.sheet} d="M90 96c1-18 11-27 24-27s23 9 24 27z" />
      <circle className={css.sheet} cx="114" cy="54" r="13" />
      <path className={css.accent} d="M50 97c1-23 13-34 30-34s29 11 30 34z" />
      <circle className={css.sheet} cx="80" cy="44" r="16" />
    </>
  ),
  paper: () => (
    <>
      <path className={css.sheet} d="M58 22h50v72H58z" transform="rotate(7 83 58)" />
      <path className={css.sheet} d="M48 18h38l16 16v62H48z" />
      <path className={css.accent} d="M86 18v16h16z" />
      <path className={css.line} d="M58 48h34M58 60h34M58 72h22" />
    </>
  ),
  done: () => (
    <>
      <path className={css.sheet} d="m32 62 14-30h68l14 30v34H32z" />
      <path className={css.sheet} d="M32 62h28l6 12h28l6-12h28v34H32z" />
      <circle className={css.accent} cx="80" cy="40" r="17" />
      <path className={css.tick} d="m72 40 6 6 11-12" />
    </>
  ),
  search: () => (
    <>
      <path className={css.sheet} d="M42 18h56v78H42z" />
      <path className={css.line} d="M54 34h32M54 46h20M54 58h14" />
      <circle className={css.accent} cx="94" cy="60" r="18" />
      <path className={css.tick} d="m107 73 16 16" />
    </>
  ),
} as const satisfies Record<EmptyPictureName, () => React.ReactNode>

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { share } from '#backoffice/kit/charts/figure-format.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { classNames } from '#ui/lib/class-names.ts'

import css from './charts.module.css'

export type Part = { key: string; name: string; count: number; to: string }

/** Bars for the parts of a total. Each part has a count, a share and a link to its list. */
export function ShareBars({
  parts,
  whole,
  inOneLine = false,
}: {
  parts: readonly Part[]
  whole: number
  inOneLine?: boolean
}) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const most = Math.max(1, ...parts.map(({ count }) => count))
  return (
    <ol className={classNames(css.bars, inOneLine && css.inOneLine)}>
      {parts.map(({ key, name, count, to }) => (
        <li key={key}>
          <BackofficeLink to={to}>
            <span className={css.name}>{name}</span>
            <span className={css.number}>{count.toLocaleString(language)}</span>
            <span className={classNames(css.number, css.soft)}>{share(count, whole, t)}</span>
            <span className={css.bar} aria-hidden="true">
              <i style={{ inlineSize: `${(100 * count) / most}%` }} />
            </span>
          </BackofficeLink>
        </li>
      ))}
    </ol>
  )
}

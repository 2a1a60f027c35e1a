import { useSuspenseQuery } from '@tanstack/react-query'

import type { EmployerStatistics } from '#contract/employers/statistics-fields.ts'
import { localizedDate } from '#domain/content/text-template.ts'
import { DEFAULT_ZONE, dayAt } from '#domain/time/zone-days.ts'
import { PageBreadcrumb } from '#storefront/content/PageBreadcrumb.tsx'
import { usePageTitle } from '#storefront/page/page-title.ts'
import { employerSeesQuery } from '#storefront/api/queries.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'

import css from './EmployerStatisticsPage.module.css'

/** The page that shows recipients the statistics that their employer sees. */
export default function EmployerStatisticsPage() {
  const texts = useTexts('privacystatementcomponents').block('employerSees')
  const language = useLanguage()
  const { data } = useSuspenseQuery(employerSeesQuery)
  const { employer, items, made_at } = data
  const title = texts.text('seesTitle')
  usePageTitle(title)
  return (
    <div className={css.page}>
      <PageBreadcrumb current={title} />
      <h1>{texts.jsx('seesTitle')}</h1>
      <p className={css.intro}>
        {employer === null ? texts.jsx('seesNobody') : texts.jsx('seesIntro', { employer })}
      </p>
      {employer !== null && items.length === 0 ? <p>{texts.jsx('seesNone')}</p> : null}
      {items.length > 0 ? <Figures items={items} texts={texts} title={title} /> : null}
      {made_at === null ? null : (
        <p className={css.quiet}>
          {texts.jsx('seesNight', {
            date: localizedDate(dayAt(Date.parse(made_at), DEFAULT_ZONE), language),
          })}
        </p>
      )}
      <h2>{texts.jsx('seesDoes')}</h2>
      <ul>
        {['seesDoes1', 'seesDoes2', 'seesDoes3'].map((key) => (
          <li key={key}>{texts.jsx(key)}</li>
        ))}
      </ul>
      <h2>{texts.jsx('seesNever')}</h2>
      <ul>
        {['seesNever1', 'seesNever2', 'seesNever3'].map((key) => (
          <li key={key}>{texts.jsx(key)}</li>
        ))}
      </ul>
      <p className={css.quiet}>{texts.jsx('seesHow')}</p>
    </div>
  )
}

type Items = EmployerStatistics['items']

function Figures({ items, texts, title }: { items: Items; texts: PageTexts; title: string }) {
  const language = useLanguage()
  const format = (value: number) => value.toLocaleString(language)
  const atLeast = (value: number) => texts.jsx('seesAtLeast', { count: format(value) })
  const lowerBound = (value: number | null) => {
    if (value === null) return texts.jsx('seesFew')
    return value === 0 ? '0' : atLeast(value)
  }
  const columns = ['seesPeople', 'seesSent', 'seesBounced', 'seesCame', 'seesOrdered', 'seesPoints']
  return (
    // Scrolls sideways if it is wider than the window.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.wide} tabIndex={0} role="region" aria-label={title}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{texts.jsx('seesCampaign')}</th>
            <th scope="col">{texts.jsx('seesDepartment')}</th>
            {columns.map((key) => (
              <th key={key} scope="col">
                {texts.jsx(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map(({ campaign, department, people, spent_points, ...row }) => (
            <tr key={`${campaign.id} ${department}`}>
              <th scope="row">{campaign.name}</th>
              <td>{department === '' ? texts.jsx('seesAll') : department}</td>
              <td>{format(people)}</td>
              <td>{lowerBound(row.sent)}</td>
              <td>{lowerBound(row.bounced)}</td>
              <td>{lowerBound(row.came)}</td>
              <td>{lowerBound(row.ordered)}</td>
              <td>{spent_points === null ? '–' : atLeast(spent_points)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

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
export default function EmployerSeesPage() {
  const words = useTexts('privacystatementcomponents').block('employerSees')
  const language = useLanguage()
  const { data } = useSuspenseQuery(employerSeesQuery)
  const { employer, items, made_at } = data
  const title = words.text('seesTitle')
  usePageTitle(title)
  return (
    <div className={css.page}>
      <PageBreadcrumb here={title} />
      <h1>{words.say('seesTitle')}</h1>
      <p className={css.intro}>
        {employer === null ? words.say('seesNobody') : words.say('seesIntro', { employer })}
      </p>
      {employer !== null && items.length === 0 ? <p>{words.say('seesNone')}</p> : null}
      {items.length > 0 ? <Figures items={items} words={words} title={title} /> : null}
      {made_at === null ? null : (
        <p className={css.quiet}>
          {words.say('seesNight', {
            date: localizedDate(dayAt(Date.parse(made_at), DEFAULT_ZONE), language),
          })}
        </p>
      )}
      <h2>{words.say('seesDoes')}</h2>
      <ul>
        {['seesDoes1', 'seesDoes2', 'seesDoes3'].map((key) => (
          <li key={key}>{words.say(key)}</li>
        ))}
      </ul>
      <h2>{words.say('seesNever')}</h2>
      <ul>
        {['seesNever1', 'seesNever2', 'seesNever3'].map((key) => (
          <li key={key}>{words.say(key)}</li>
        ))}
      </ul>
      <p className={css.quiet}>{words.say('seesHow')}</p>
    </div>
  )
}

type Items = EmployerStatistics['items']

function Figures({ items, words, title }: { items: Items; words: PageTexts; title: string }) {
  const language = useLanguage()
  const number = (value: number) => value.toLocaleString(language)
  const atLeast = (value: number) => words.say('seesAtLeast', { count: number(value) })
  const lowerBound = (value: number | null) =>
    value === null ? words.say('seesFew') : value === 0 ? '0' : atLeast(value)
  const columns = ['seesPeople', 'seesSent', 'seesBounced', 'seesCame', 'seesOrdered', 'seesPoints']
  return (
    // Scrolls sideways if it is wider than the window.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.wide} tabIndex={0} role="region" aria-label={title}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{words.say('seesCampaign')}</th>
            <th scope="col">{words.say('seesDepartment')}</th>
            {columns.map((key) => (
              <th key={key} scope="col">
                {words.say(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map(({ campaign, department, people, spent_points, ...row }) => (
            <tr key={`${campaign.id} ${department}`}>
              <th scope="row">{campaign.name}</th>
              <td>{department === '' ? words.say('seesAll') : department}</td>
              <td>{number(people)}</td>
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

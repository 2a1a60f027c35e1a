import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { WideTable } from '#backoffice/kit/tables/WideTable.tsx'
import type { EmployerAnswer } from '#contract/client.employer.ts'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { classNames } from '#ui/lib/class-names.ts'

import css from '../components/EmployerPages.module.css'

export type Person = EmployerAnswer<'people'>['items'][number]
type Props = Pick<EmployerPageProps, 't'> & {
  people: readonly Person[]
  onCorrect: (id: string) => void
}

/** One person, with the gifts that follow each other in the list, each of another campaign. */
type Entry = { person: Person; gifts: readonly Person[] }

const COLUMNS = [
  { label: 'department', isFilled: ({ department }: Person) => department !== '' },
  { label: 'mail', isFilled: ({ email, corrected }: Person) => email !== '' || corrected },
] as const
type Column = (typeof COLUMNS)[number]['label'] | 'campaigns' | 'state'

/** Finds the recipients whose email state differs from the usual one. */
function exceptionsOf(people: readonly Person[]) {
  const isMixed = people.some(({ mail }) => mail !== 'none')
  return ({ mail }: Person) =>
    mail === 'bounced' || mail === 'revoked' || (mail === 'none' && isMixed)
}

/** One row per person on this page, and only columns with a value for someone. */
export function RecipientsTable({ people, t, onCorrect }: Props) {
  const isException = exceptionsOf(people)
  const filled: Column[] = COLUMNS.filter(({ isFilled }) => people.some(isFilled)).map(
    ({ label }) => label,
  )
  if (people.some(isException)) filled.push('state')
  const hasCampaigns = new Set(people.map(({ campaign }) => campaign)).size > 1
  const columns = hasCampaigns ? (['campaigns', ...filled] as const) : filled
  return (
    <WideTable
      label={t('people')}
      head={[t('name'), ...columns.map((label) => t(label))]}
      className={classNames(columns.length > 1 ? css.table : css.narrowTable, css.stacked)}
    >
      {entriesOf(people).map((entry) => (
        <tr key={entry.person.id}>
          <th scope="row">{entry.person.name === '' ? '–' : entry.person.name}</th>
          {columns.map((column) => (
            <td key={column}>
              {column === 'state' ? (
                <MailStates
                  gifts={entry.gifts.filter(isException)}
                  isInSeveral={entry.gifts.length > 1}
                  t={t}
                  onCorrect={onCorrect}
                />
              ) : (
                <span>{textOf(entry, column, t)}</span>
              )}
            </td>
          ))}
        </tr>
      ))}
    </WideTable>
  )
}

function textOf({ person, gifts }: Entry, column: Exclude<Column, 'state'>, t: Props['t']): string {
  if (column === 'campaigns') return gifts.map(({ campaign }) => campaign).join(', ')
  if (column === 'mail') return person.corrected ? t('correctedByHolder') : person.email
  return person.department
}

function entriesOf(people: readonly Person[]): Entry[] {
  const entries: { person: Person; gifts: Person[] }[] = []
  for (const person of people) {
    const last = entries.at(-1)
    const isNew = last?.gifts.every(({ campaign }) => campaign !== person.campaign)
    if (last && isNew && isSamePerson(last.person, person)) last.gifts.push(person)
    else entries.push({ person, gifts: [person] })
  }
  return entries
}

/** Without an email, two people can have the same name. */
const isSamePerson = (a: Person, b: Person) =>
  a.name !== '' &&
  a.email !== '' &&
  (['name', 'department', 'email', 'corrected'] as const).every((key) => a[key] === b[key])

/** The unusual email states of a person, each with its campaign if the person is in several. */
function MailStates({
  gifts,
  isInSeveral,
  t,
  onCorrect,
}: Omit<Props, 'people'> & { gifts: readonly Person[]; isInSeveral: boolean }) {
  return gifts.map(({ id, name, campaign, mail }) => (
    <span key={id} className={css.state} data-bad={mail === 'bounced' || undefined}>
      {t(`mail.${mail}`)}
      {isInSeveral ? ` (${campaign})` : ''}{' '}
      {mail === 'bounced' ? (
        <ActionButton
          small
          aria-label={isInSeveral ? t('correctOfIn', { name, campaign }) : t('correctOf', { name })}
          onClick={() => onCorrect(id)}
        >
          {t('correct')}
        </ActionButton>
      ) : null}
    </span>
  ))
}

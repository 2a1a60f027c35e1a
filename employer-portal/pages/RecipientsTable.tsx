import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { WideTable } from '#backoffice/kit/display/WideTable.tsx'
import type { EmployerAnswer } from '#contract/client.employer.ts'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { classNames } from '#ui/lib/class-names.ts'

import css from '../components/EmployerPages.module.css'

export type Person = EmployerAnswer<'people'>['items'][number]
type Props = Pick<EmployerPageProps, 't'> & {
  people: readonly Person[]
  onCorrect: (id: string) => void
}

/** One person of the list, with every gift of theirs that follows in it. */
type Entry = { person: Person; gifts: readonly Person[] }

const isException = ({ mail }: Person) => mail === 'bounced' || mail === 'revoked'

const COLUMNS = [
  { label: 'department', isFilled: ({ department }: Person) => department !== '' },
  { label: 'mail', isFilled: ({ email, corrected }: Person) => email !== '' || corrected },
  // Where every email has been sent, a column of that one word says nothing.
  { label: 'state', isFilled: isException },
] as const
type Column = (typeof COLUMNS)[number]['label'] | 'campaigns'

/** One row a person, and only columns in which someone has something. */
export function RecipientsTable({ people, t, onCorrect }: Props) {
  const filled = COLUMNS.filter(({ isFilled }) => people.some(isFilled)).map(({ label }) => label)
  const hasCampaigns = new Set(people.map(({ campaign }) => campaign)).size > 1
  const columns: Column[] = hasCampaigns ? ['campaigns', ...filled] : filled
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
                <MailStates entry={entry} t={t} onCorrect={onCorrect} />
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
    if (last && isSame(last.person, person)) last.gifts.push(person)
    else entries.push({ person, gifts: [person] })
  }
  return entries
}

const isSame = (one: Person, other: Person) =>
  one.name !== '' &&
  (['name', 'department', 'email', 'corrected'] as const).every((key) => one[key] === other[key])

/** Exceptions only, each with its campaign if the person is in several. */
function MailStates({
  entry: { person, gifts },
  t,
  onCorrect,
}: Omit<Props, 'people'> & { entry: Entry }) {
  return gifts.filter(isException).map(({ id, campaign, mail }) => (
    <span key={id} className={css.state} data-bad={mail === 'bounced' || undefined}>
      {t(`mail.${mail}`)}
      {gifts.length > 1 ? ` (${campaign})` : ''}{' '}
      {mail === 'bounced' ? (
        <ActionButton
          little
          aria-label={t('correctOf', { name: person.name })}
          onClick={() => onCorrect(id)}
        >
          {t('correct')}
        </ActionButton>
      ) : null}
    </span>
  ))
}

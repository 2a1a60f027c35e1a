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

const COLUMNS = [
  { label: 'department', isFilled: ({ department }: Person) => department !== '' },
  { label: 'mail', isFilled: ({ email, corrected }: Person) => email !== '' || corrected },
  { label: 'state', isFilled: ({ mail }: Person) => mail !== 'none' },
] as const
type Column = (typeof COLUMNS)[number]['label'] | 'campaign'

/** Only columns in which someone has something. */
export function RecipientsTable({ people, t, onCorrect }: Props) {
  const filled = COLUMNS.filter(({ isFilled }) => people.some(isFilled)).map(({ label }) => label)
  const hasCampaigns = new Set(people.map(({ campaign }) => campaign)).size > 1
  const columns: Column[] = hasCampaigns ? ['campaign', ...filled] : filled
  return (
    <WideTable
      label={t('people')}
      head={[t('name'), ...columns.map((label) => t(label))]}
      className={classNames(columns.length > 1 ? css.table : css.narrowTable, css.stacked)}
    >
      {people.map((person, at) => {
        // Who is in several campaigns is named once, for the eye.
        const again = isSame(people[at - 1], person) ? css.again : undefined
        return (
          <tr key={person.id}>
            <th scope="row">
              <span className={again}>{person.name === '' ? '–' : person.name}</span>
            </th>
            {columns.map((column) => (
              <td key={column}>
                {column === 'state' ? (
                  <MailState person={person} t={t} onCorrect={onCorrect} />
                ) : (
                  <span className={column === 'campaign' ? undefined : again}>
                    {column === 'mail' && person.corrected
                      ? t('correctedByHolder')
                      : person[column === 'mail' ? 'email' : column]}
                  </span>
                )}
              </td>
            ))}
          </tr>
        )
      })}
    </WideTable>
  )
}

const isSame = (one: Person | undefined, other: Person) =>
  one !== undefined &&
  one.name !== '' &&
  (['name', 'department', 'email', 'corrected'] as const).every((key) => one[key] === other[key])

function MailState({ person, t, onCorrect }: Omit<Props, 'people'> & { person: Person }) {
  const { id, name, mail } = person
  return (
    <span className={css.state} data-bad={mail === 'bounced' || undefined}>
      {t(`mail.${mail}`)}{' '}
      {mail === 'bounced' ? (
        <ActionButton little aria-label={t('correctOf', { name })} onClick={() => onCorrect(id)}>
          {t('correct')}
        </ActionButton>
      ) : null}
    </span>
  )
}

import {
  headerKey,
  type BatchDraft,
  type RecipientList,
} from '#backoffice/modules/vouchers/batches/batch-draft.ts'
import { RecipientColumns } from '#backoffice/modules/vouchers/batches/RecipientColumns.tsx'
import { DuplicateEmails } from '#backoffice/modules/vouchers/batches/DuplicateEmails.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { type Translate, useTranslate } from '#backoffice/i18n/translator.tsx'
import { isEmail } from '#domain/mail/email.ts'
import type { ListedPerson } from '#domain/vouchers/recipient-list.ts'

import css from './Batches.module.css'

const MAX_ROWS = 20
/** Keys of the column headings in the table of people. */
const COLUMN_LABELS = {
  name: 'name',
  department: 'department',
  email: 'mail',
  words: 'recipientMessage',
} as const

type Props = {
  list: RecipientList
  keep: BatchDraft['keep']
  type: (part: Partial<BatchDraft>) => void
}

/** The contents of the list, and which people, columns and cells are left out or invalid. */
export function ListReview({ list, keep, type }: Props) {
  const t = useTranslate()
  const { people, sharedEmails, recipients } = list
  const withoutEmailCount = recipients.filter(({ email }) => email === '').length
  return (
    <>
      <RecipientColumns
        key={headerKey(list.rows)}
        list={list}
        onChange={(assigned) => type({ columns: assigned })}
      />
      {people.length > 0 ? (
        <div className={css.part} aria-live="polite">
          <p>{t('recipientsFound', { count: recipients.length })}</p>
          <RepeatedPeople people={list.duplicates} />
          <DuplicateEmails
            people={sharedEmails}
            keptKeys={keep}
            onKeep={(kept) => type({ keep: kept })}
          />
          <IgnoredParts ignored={list.ignored} />
          <LongCells longCells={list.longCells} />
          <InvalidEmails list={list} />
          <MissingNames list={list} />
          {withoutEmailCount > 0 && withoutEmailCount < recipients.length ? (
            <p className={css.soft}>{t('mailsWithout', { count: withoutEmailCount })}</p>
          ) : null}
          <RecipientTable list={list} />
        </div>
      ) : null}
    </>
  )
}

/** The error of the list; null if it has none. */
export function listIssue(t: Translate, list: RecipientList): string | null {
  if (list.recipients.length === 0) return t('addOnePerson')
  const invalid = invalidEmails(list)
  if (invalid.length === 0) return list.longCells.length > 0 ? t('cellsTooLong') : null
  const examples = invalid.slice(0, MAX_ROWS).map((cell) => cellText(t, cell))
  return `${t('noMailAddresses', { count: invalid.length })} ${examples.join(', ')}`
}

/** The content of a cell with its row, for example 'line 4: klingon'. */
const cellText = (t: Translate, { row, text }: { row: number; text: string }) =>
  t('languageLeftOut', { row, said: text })

const hasInvalidEmail = ({ email }: ListedPerson) => email !== '' && !isEmail(email)

const invalidEmails = ({ recipients, rowNumbers }: RecipientList) =>
  recipients.flatMap((person, index) =>
    hasInvalidEmail(person) ? [{ row: rowNumbers[index] ?? 0, text: person.email }] : [],
  )

function InvalidEmails({ list }: { list: RecipientList }) {
  const t = useTranslate()
  const invalid = invalidEmails(list)
  if (invalid.length === 0) return null
  return (
    <Notice kind="bad">
      <p>{t('noMailAddresses', { count: invalid.length })}</p>
      <ul className={css.list}>
        {invalid.slice(0, MAX_ROWS).map((cell) => (
          <li key={cell.row}>{cellText(t, cell)}</li>
        ))}
        <MoreItems count={invalid.length - MAX_ROWS} />
      </ul>
    </Notice>
  )
}

/** Not in a list without any names: it may contain email addresses only. */
const lacksName = (person: ListedPerson, { recipients }: RecipientList) =>
  person.name === '' && recipients.some(({ name }) => name !== '')

function MissingNames({ list }: { list: RecipientList }) {
  const t = useTranslate()
  const { recipients, rowNumbers, ignored } = list
  const rows = recipients.flatMap((person, index) =>
    lacksName(person, list) ? [{ row: rowNumbers[index] ?? 0, text: person.email }] : [],
  )
  return (
    <>
      {rows.length > 0 ? (
        <Notice kind="warn">
          <p>{t('recipientsWithoutName', { count: rows.length })}</p>
          <ul className={css.list}>
            {rows.slice(0, MAX_ROWS).map((cell) => (
              <li key={cell.row}>{cellText(t, cell)}</li>
            ))}
            <MoreItems count={rows.length - MAX_ROWS} />
          </ul>
        </Notice>
      ) : null}
      {ignored.rows.length > 0 ? (
        <Notice kind="warn">
          {t('rowsLeftOut', {
            count: ignored.rows.length,
            some: ignored.rows.slice(0, MAX_ROWS).join(', '),
          })}
        </Notice>
      ) : null}
    </>
  )
}

function RepeatedPeople({ people }: { people: readonly ListedPerson[] }) {
  const t = useTranslate()
  if (people.length === 0) return null
  return (
    <Notice kind="warn">
      <p>{t('duplicatesSkipped', { count: people.length })}</p>
      <p>
        {people
          .slice(0, MAX_ROWS)
          .map(({ name, email }) => name || email)
          .join(', ')}
      </p>
    </Notice>
  )
}

function IgnoredParts({ ignored: { columns, languages } }: Pick<RecipientList, 'ignored'>) {
  const t = useTranslate()
  return (
    <>
      {columns.length > 0 ? (
        <Notice kind="warn">
          {t('columnsLeftOut', {
            count: columns.length,
            some: columns.slice(0, MAX_ROWS).join(', '),
          })}
        </Notice>
      ) : null}
      {languages.length > 0 ? (
        <Notice kind="warn">
          <p>{t('languagesLeftOut')}</p>
          <ul className={css.list}>
            {languages.slice(0, MAX_ROWS).map((cell) => (
              <li key={cell.row}>{cellText(t, cell)}</li>
            ))}
            <MoreItems count={languages.length - MAX_ROWS} />
          </ul>
        </Notice>
      ) : null}
    </>
  )
}

function LongCells({ longCells }: Pick<RecipientList, 'longCells'>) {
  const t = useTranslate()
  if (longCells.length === 0) return null
  return (
    <Notice kind="bad">
      <p>{t('cellsTooLong')}</p>
      <ul className={css.list}>
        {longCells.slice(0, MAX_ROWS).map(({ row, field, most }) => (
          <li key={`${row} ${field}`}>
            {t('cellTooLong', { row, column: t(COLUMN_LABELS[field]), most })}
          </li>
        ))}
        <MoreItems count={longCells.length - MAX_ROWS} />
      </ul>
    </Notice>
  )
}

/** How many further items a shortened list has. */
function MoreItems({ count }: { count: number }) {
  const t = useTranslate()
  return count > 0 ? <li>{t('letters.more', { count })}</li> : null
}

/** The first people of the list, each with its line in the file. */
export function RecipientTable({ list }: { list: RecipientList }) {
  const t = useTranslate()
  const { recipients, rowNumbers } = list
  const hasTexts = recipients.some(({ words }) => words !== '')
  return (
    <table className={css.people}>
      <caption className={css.soft}>
        {recipients.length > MAX_ROWS
          ? t('firstRecipients', { some: MAX_ROWS, all: recipients.length })
          : null}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('lineOfList')}</th>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('department')}</th>
          <th scope="col">{t('mail')}</th>
          <th scope="col">{t('language')}</th>
          {hasTexts ? <th scope="col">{t('recipientMessage')}</th> : null}
        </tr>
      </thead>
      <tbody>
        {recipients.slice(0, MAX_ROWS).map((person, index) => {
          const { name, department, email, language, words } = person
          return (
            <tr key={rowNumbers[index]}>
              <td>{rowNumbers[index]}</td>
              <td>
                {lacksName(person, list) ? (
                  <StatusMark kind="warn">{t('nameMissing')}</StatusMark>
                ) : (
                  name
                )}
              </td>
              <td>{department}</td>
              <td>
                {hasInvalidEmail(person) ? <StatusMark kind="bad">{email}</StatusMark> : email}
              </td>
              <td>{language}</td>
              {hasTexts ? <td>{words}</td> : null}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

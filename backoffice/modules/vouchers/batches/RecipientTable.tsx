import {
  topOf,
  type BatchDraft,
  type ReadList,
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
const COLUMNS = {
  name: 'name',
  department: 'department',
  email: 'mail',
  words: 'recipientMessage',
} as const

type Props = {
  read: ReadList
  keep: BatchDraft['keep']
  type: (part: Partial<BatchDraft>) => void
}

/** The contents of the list, and which people, columns and cells are left out or invalid. */
export function FoundRecipients({ read, keep, type }: Props) {
  const t = useTranslate()
  const { people, sameMail, once } = read
  const withoutMail = once.filter(({ email }) => email === '').length
  return (
    <>
      <RecipientColumns
        key={topOf(read.rows)}
        read={read}
        onChange={(assigned) => type({ columns: assigned })}
      />
      {people.length > 0 ? (
        <div className={css.part} aria-live="polite">
          <p>{t('recipientsFound', { count: once.length })}</p>
          <RepeatedPeople people={read.twice} />
          <DuplicateEmails people={sameMail} keep={keep} onKeep={(kept) => type({ keep: kept })} />
          <LeftOut leftOut={read.leftOut} />
          <LongCells long={read.long} />
          <WrongAddresses read={read} />
          <WithoutName read={read} />
          {withoutMail > 0 && withoutMail < once.length ? (
            <p className={css.soft}>{t('mailsWithout', { count: withoutMail })}</p>
          ) : null}
          <RecipientTable read={read} />
        </div>
      ) : null}
    </>
  )
}

/** Why the list cannot be used as it is; null where it can. */
export function issueOfList(t: Translate, read: ReadList): string | null {
  if (read.once.length === 0) return t('recipientsFound', { count: 0 })
  const invalid = wrongAddresses(read)
  if (invalid.length === 0) return read.long.length > 0 ? t('cellsTooLong') : null
  const some = invalid.slice(0, MAX_ROWS).map((cell) => cellText(t, cell))
  return `${t('noMailAddresses', { count: invalid.length })} ${some.join(', ')}`
}

/** The content of a cell with its row, for example 'line 4: klingon'. */
const cellText = (t: Translate, { row, text }: { row: number; text: string }) =>
  t('languageLeftOut', { row, said: text })

const isWrong = ({ email }: ListedPerson) => email !== '' && !isEmail(email)

const wrongAddresses = ({ once, rowsOfOnce }: ReadList) =>
  once.flatMap((person, at) =>
    isWrong(person) ? [{ row: rowsOfOnce[at] ?? 0, text: person.email }] : [],
  )

function WrongAddresses({ read }: { read: ReadList }) {
  const t = useTranslate()
  const invalid = wrongAddresses(read)
  if (invalid.length === 0) return null
  return (
    <Notice kind="bad">
      <p>{t('noMailAddresses', { count: invalid.length })}</p>
      <ul className={css.list}>
        {invalid.slice(0, MAX_ROWS).map((cell) => (
          <li key={cell.row}>{cellText(t, cell)}</li>
        ))}
        <Further count={invalid.length - MAX_ROWS} />
      </ul>
    </Notice>
  )
}

/** A list of mail addresses alone has no names, and is right so. */
const lacksName = (person: ListedPerson, { once }: ReadList) =>
  person.name === '' && once.some(({ name }) => name !== '')

function WithoutName({ read }: { read: ReadList }) {
  const t = useTranslate()
  const { once, rowsOfOnce, leftOut } = read
  const rows = once.flatMap((person, at) =>
    lacksName(person, read) ? [{ row: rowsOfOnce[at] ?? 0, text: person.email }] : [],
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
            <Further count={rows.length - MAX_ROWS} />
          </ul>
        </Notice>
      ) : null}
      {leftOut.rows.length > 0 ? (
        <Notice kind="warn">
          {t('rowsLeftOut', {
            count: leftOut.rows.length,
            some: leftOut.rows.slice(0, MAX_ROWS).join(', '),
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

function LeftOut({ leftOut: { columns, languages } }: Pick<ReadList, 'leftOut'>) {
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
            <Further count={languages.length - MAX_ROWS} />
          </ul>
        </Notice>
      ) : null}
    </>
  )
}

function LongCells({ long }: Pick<ReadList, 'long'>) {
  const t = useTranslate()
  if (long.length === 0) return null
  return (
    <Notice kind="bad">
      <p>{t('cellsTooLong')}</p>
      <ul className={css.list}>
        {long.slice(0, MAX_ROWS).map(({ row, field, most }) => (
          <li key={`${row} ${field}`}>
            {t('cellTooLong', { row, column: t(COLUMNS[field]), most })}
          </li>
        ))}
        <Further count={long.length - MAX_ROWS} />
      </ul>
    </Notice>
  )
}

/** How many further items a shortened list has. */
function Further({ count }: { count: number }) {
  const t = useTranslate()
  return count > 0 ? <li>{t('letters.more', { count })}</li> : null
}

/** The first people of the list, each with its line in the file. */
export function RecipientTable({ read }: { read: ReadList }) {
  const t = useTranslate()
  const { once, rowsOfOnce } = read
  const hasTexts = once.some(({ words }) => words !== '')
  return (
    <table className={css.people}>
      <caption className={css.soft}>
        {once.length > MAX_ROWS ? t('firstRecipients', { some: MAX_ROWS, all: once.length }) : null}
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
        {once.slice(0, MAX_ROWS).map((person, at) => {
          const { name, department, email, language, words } = person
          return (
            <tr key={rowsOfOnce[at]}>
              <td>{rowsOfOnce[at]}</td>
              <td>
                {lacksName(person, read) ? (
                  <StatusMark kind="warn">{t('nameMissing')}</StatusMark>
                ) : (
                  name
                )}
              </td>
              <td>{department}</td>
              <td>{isWrong(person) ? <StatusMark kind="bad">{email}</StatusMark> : email}</td>
              <td>{language}</td>
              {hasTexts ? <td>{words}</td> : null}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

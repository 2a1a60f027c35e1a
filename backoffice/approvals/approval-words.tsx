import { StateMark } from '#backoffice/parts/StateMark.tsx'
import type { Say } from '#backoffice/words/desk-words.tsx'
import type { WordKey } from '#backoffice/words/dictionary.ts'
import type { DeskAnswer } from '#contract/desk/desk-call.ts'

type Item = DeskAnswer<'approvals'>['items'][number]

/** What is asked for, by its kind; `{subject}` is what it is about, the rest of it what was asked. */
const KINDS: Readonly<Record<string, WordKey>> = {
  'points.give': 'approval.kind.points.give',
  'batch.replace-codes': 'approval.kind.batch.replace-codes',
}
/** Where what it is about has a page. */
const PAGES: Readonly<Record<string, string>> = {
  voucher: '/desk/holders/',
  batch: '/desk/batches/',
}

export function approvalWords(say: Say, { kind, asked, subject_name }: Item): string {
  const word = KINDS[kind]
  if (!word) return `${kind} ${subject_name}`
  const values = Object.entries(asked).filter(
    (one): one is [string, string | number] =>
      typeof one[1] === 'string' || typeof one[1] === 'number',
  )
  return say(word, { ...Object.fromEntries(values), subject: subject_name })
}

export function approvalPage({ subject_kind, subject_id }: Item): string | null {
  const page = PAGES[subject_kind]
  return page === undefined ? null : page + subject_id
}

const MARKS = { approved: 'done', refused: 'bad', withdrawn: 'off' } as const

export const OutcomeMark = ({ say, outcome }: { say: Say; outcome: Item['outcome'] }) => (
  <StateMark kind={outcome === null ? 'wait' : MARKS[outcome]}>
    {say(`approval.${outcome ?? 'waiting'}`)}
  </StateMark>
)

import { useQuery } from '@tanstack/react-query'

import { LanguageOfPerson } from '#backoffice/modules/vouchers/batches/RecipientLanguage.tsx'
import { ReasonedAction } from '#backoffice/modules/vouchers/batches/ReasonedAction.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { FormTextArea, FormCheckbox, FormField } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useSay } from '#backoffice/i18n/translator.tsx'
import type { WordKey } from '#backoffice/i18n/dictionary.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import { LONGEST_CELL } from '#domain/vouchers/recipient-list.ts'

import css from './Batches.module.css'

type Person = StaffResponse<'batchPeople'>['items'][number]
type Action = {
  word: WordKey
  help: WordKey
  action: {
    busy: boolean
    wrong: string | null
    run: (input: { id: string; person: string; reason: string }) => Promise<unknown>
  }
}

/** One person of a batch: what is written to them, where their mail stands, another address, once more, a letter, or nothing. */
export function PersonMail({ batch, id, me }: { batch: string; id: string; me: string }) {
  const say = useSay()
  const { data } = useQuery(staffQuery('batchPeople', { id: batch, ids: id }))
  const person = data?.items[0]
  if (!person) return null
  const title = say('personMail', { name: person.name || say('personWithoutName') })
  return (
    <section className={css.person} aria-label={title}>
      <h2>{title}</h2>
      <p>{say(`mail.${person.mail_state}`)}</p>
      {person.bounce ? (
        <p>
          {say('personSaid')}: <q>{person.bounce}</q>
        </p>
      ) : null}
      <Written batch={batch} person={person} me={me} />
      {person.mail_state === 'revoked' ? null : <Address batch={batch} person={person} me={me} />}
      <Actions batch={batch} person={person} />
    </section>
  )
}

function Written({ batch, person, me }: { batch: string; person: Person; me: string }) {
  const say = useSay()
  const { name, department, language, words } = person
  const was = { name, department, language, words }
  const draft = useDraft(`${me}.written.${person.id}`, was)
  const action = useAction('correctPerson', { done: () => say('personWrittenSaved') })
  return (
    <Form
      title={say('personWritten')}
      submit={say('personWrite')}
      note={say('personWrittenHelp')}
      wrong={action.wrong}
      refusal={action.refusal}
      busy={action.busy}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={async () => {
        if (await action.run({ id: batch, person: person.id, was, ...draft.values })) draft.clear()
      }}
    >
      <FormField
        label={say('letters.of.name')}
        name="name"
        maxLength={LONGEST_CELL.name}
        autoComplete="off"
        value={draft.values.name}
        onChange={({ target }) => draft.type({ name: target.value })}
      />
      <FormField
        label={say('letters.of.department')}
        name="department"
        maxLength={LONGEST_CELL.department}
        autoComplete="off"
        value={draft.values.department}
        onChange={({ target }) => draft.type({ department: target.value })}
      />
      <LanguageOfPerson
        value={draft.values.language}
        onChange={(value) => draft.type({ language: value })}
      />
      <FormTextArea
        label={say('letters.of.words')}
        name="words"
        maxLength={LONGEST_CELL.words}
        value={draft.values.words}
        onChange={({ target }) => draft.type({ words: target.value })}
      />
    </Form>
  )
}

function Address({ batch, person, me }: { batch: string; person: Person; me: string }) {
  const say = useSay()
  const draft = useDraft(`${me}.address.${person.id}`, { email: person.email, send: false })
  const action = useAction('correctAddress', { done: () => say('personCorrected') })
  return (
    <Form
      title={say('personAddress')}
      titled={false}
      submit={say('personCorrect')}
      wrong={action.wrong}
      refusal={action.refusal}
      busy={action.busy}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={async () => {
        const input = { id: batch, person: person.id, was: person.email, ...draft.values }
        if (await action.run(input)) draft.clear()
      }}
    >
      <FormField
        label={say('personAddress')}
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        value={draft.values.email}
        onChange={({ target }) => draft.type({ email: target.value })}
      />
      <FormCheckbox
        checked={draft.values.send}
        onChange={({ target }) => draft.type({ send: target.checked })}
      >
        {say('personSendToo')}
      </FormCheckbox>
    </Form>
  )
}

function Actions({
  batch,
  person: { id: person, mail_state: state },
}: {
  batch: string
  person: Person
}) {
  const say = useSay()
  const send = useAction('mailPerson', { done: () => say('personSent') })
  const letter = useAction('letterForPerson', { done: () => say('personLettered') })
  const revoke = useAction('revokePerson', { done: () => say('personRevoked') })
  const give = useAction('giveAfterAll', { done: () => say('personGiven') })
  const actions: Action[] = []
  if (state === 'revoked')
    actions.push({ word: 'personGive', help: 'personGiveHelp', action: give })
  else actions.push({ word: 'personSend', help: 'personSendHelp', action: send })
  if (state === 'bounced' || state === 'waiting')
    actions.push({ word: 'personLetter', help: 'personLetterHelp', action: letter })
  if (state !== 'revoked')
    actions.push({ word: 'personRevoke', help: 'personRevokeHelp', action: revoke })
  return (
    <div className={css.actions}>
      {actions.map(({ word, help, action }) => (
        <ReasonedAction
          key={word}
          word={word}
          help={say(help)}
          busy={action.busy}
          wrong={action.wrong}
          run={(reason) => action.run({ id: batch, person, reason })}
        />
      ))}
    </div>
  )
}

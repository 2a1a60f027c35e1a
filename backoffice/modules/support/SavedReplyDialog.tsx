import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { FormTextArea, FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { allLanguages } from '#domain/language.ts'

export type Saved = StaffResponse<'savedReplies'>['items'][number]

const ALL = ''

type SavedAnswerProps = { staff: Staff; saved: Saved | null; onClose: () => void }

function useSavedAnswer({ staff, saved, onClose }: SavedAnswerProps) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('channelNames', {}))
  const channels = data?.items ?? []
  const isOwner = staff.role === 'owner'
  const draft = useDraft(`${staff.id}.answers.${saved?.id ?? 'new'}`, {
    name: saved?.name ?? '',
    channel: saved?.channel ?? (isOwner ? ALL : (channels[0]?.id ?? ALL)),
    nl: saved?.texts.nl ?? '',
    en: saved?.texts.en ?? '',
    de: saved?.texts.de ?? '',
    fr: saved?.texts.fr ?? '',
  })
  const { name, channel, ...texts } = draft.values
  const done = () => t('saved.kept')
  const add = useAction('addSavedReply', { done })
  const change = useAction('changeSavedReply', { done })
  const remove = useAction('removeSavedReply', { done: () => t('saved.removed') })
  const end = () => {
    draft.clear()
    onClose()
  }
  async function save() {
    const values = { name, channel: channel === ALL ? null : channel, texts }
    const kept = saved
      ? await change.run({ ...values, id: saved.id, version: saved.version })
      : await add.run(values)
    if (kept) end()
  }
  async function drop({ id, version }: Saved) {
    if (await remove.run({ id, version })) end()
  }
  return { draft, channels, isOwner, add, change, remove, save, drop }
}

/** One saved reply with a text per language. Empty languages are not stored. */
export function SavedReplyDialog(props: SavedAnswerProps) {
  const { saved, onClose } = props
  const t = useTranslate()
  const { draft, channels, isOwner, add, change, remove, save, drop } = useSavedAnswer(props)
  const title = t(saved ? 'saved.change' : 'saved.new')
  const { name, channel, ...texts } = draft.values
  return (
    <ModalDialog title={title} onClose={onClose}>
      <Form
        title={title}
        titled={false}
        submit={t('save')}
        failure={add.failure ?? change.failure ?? remove.failure}
        refusal={add.refusal ?? change.refusal}
        busy={add.busy || change.busy}
        changed={draft.changed}
        onDiscard={draft.clear}
        onSubmit={save}
        note={t('saved.help', { variable: '{{name}}' })}
      >
        <FormField
          label={t('saved.name')}
          required
          maxLength={80}
          value={name}
          onChange={({ target }) => draft.type({ name: target.value })}
        />
        <FormSelect
          name="channel"
          label={t('channel')}
          value={channel}
          onChange={({ target }) => draft.type({ channel: target.value })}
        >
          {isOwner ? <option value={ALL}>{t('allChannels')}</option> : null}
          {channels.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name} ({one.id})
            </option>
          ))}
        </FormSelect>
        {allLanguages.map((language) => (
          <FormTextArea
            key={language}
            label={t(`in.${language}`)}
            lang={language}
            rows={3}
            maxLength={5000}
            value={texts[language]}
            onChange={({ target }) => draft.type({ [language]: target.value })}
          />
        ))}
        {saved ? (
          <ActionButton variant="bad" busy={remove.busy} onClick={() => void drop(saved)}>
            {t('saved.remove')}
          </ActionButton>
        ) : null}
      </Form>
    </ModalDialog>
  )
}

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

export type SavedReply = StaffResponse<'savedReplies'>['items'][number]

const ALL_CHANNELS = ''

type SavedReplyProps = { staff: Staff; saved: SavedReply | null; onClose: () => void }

function useSavedReply({ staff, saved, onClose }: SavedReplyProps) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('channelNames', {}))
  const channels = data?.items ?? []
  const isOwner = staff.role === 'owner'
  const draft = useDraft(`${staff.id}.answers.${saved?.id ?? 'new'}`, {
    name: saved?.name ?? '',
    channel: saved?.channel ?? (isOwner ? ALL_CHANNELS : (channels[0]?.id ?? ALL_CHANNELS)),
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
  const finish = () => {
    draft.clear()
    onClose()
  }
  async function save() {
    const values = { name, channel: channel === ALL_CHANNELS ? null : channel, texts }
    const isSaved = saved
      ? await change.run({ ...values, id: saved.id, version: saved.version })
      : await add.run(values)
    if (isSaved) finish()
  }
  async function removeReply({ id, version }: SavedReply) {
    if (await remove.run({ id, version })) finish()
  }
  return { draft, channels, isOwner, add, change, remove, save, removeReply }
}

/** One saved reply with a text per language. Empty languages are not stored. */
export function SavedReplyDialog(props: SavedReplyProps) {
  const { saved, onClose } = props
  const t = useTranslate()
  const { draft, channels, isOwner, add, change, remove, save, removeReply } = useSavedReply(props)
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
          {isOwner ? <option value={ALL_CHANNELS}>{t('allChannels')}</option> : null}
          {channels.map((option) => (
            <option key={option.id} value={option.id}>
              {option.name} ({option.id})
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
          <ActionButton variant="bad" busy={remove.busy} onClick={() => void removeReply(saved)}>
            {t('saved.remove')}
          </ActionButton>
        ) : null}
      </Form>
    </ModalDialog>
  )
}

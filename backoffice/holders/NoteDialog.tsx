import { useDraft } from '#backoffice/draft.ts'
import type { CaseDialogProps } from '#backoffice/holders/case-shape.ts'
import { DeskDialog } from '#backoffice/parts/DeskDialog.tsx'
import { DeskArea } from '#backoffice/parts/DeskField.tsx'
import { Form } from '#backoffice/parts/Form.tsx'
import { useDeed } from '#backoffice/use-deed.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'

export function NoteDialog({ staff, found, onClose }: CaseDialogProps) {
  const say = useSay()
  const draft = useDraft(`${staff.id}.case.${found.id}.note`, { body: '' })
  const deed = useDeed('noteCase', { done: () => say('case.noteKept') })
  return (
    <DeskDialog title={say('case.addNote')} onClose={onClose}>
      <Form
        title={say('case.addNote')}
        titled={false}
        submit={say('save')}
        wrong={deed.wrong}
        busy={deed.busy}
        changed={draft.changed}
        onDiscard={draft.clear}
        onSubmit={async () => {
          if (!(await deed.run({ id: found.id, ...draft.values }))) return
          draft.clear()
          onClose()
        }}
      >
        <DeskArea
          label={say('case.note')}
          hint={say('case.noteHelp')}
          required
          maxLength={2000}
          rows={4}
          value={draft.values.body}
          onChange={({ target }) => draft.type({ body: target.value })}
        />
      </Form>
    </DeskDialog>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import {
  giftsHref,
  type Attribute,
} from '#backoffice/modules/catalog/attributes/attribute-kinds.ts'
import {
  AttributeFields,
  type AttributeValues,
} from '#backoffice/modules/catalog/attributes/AttributeFields.tsx'
import {
  RemoveAttribute,
  type RemoveAttributeProps,
} from '#backoffice/modules/catalog/attributes/RemoveAttribute.tsx'
import { valueText } from '#backoffice/modules/catalog/value-texts.ts'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { conflictNotice } from '#backoffice/kit/drafts/ConflictNotice.tsx'
import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './AttributesPage.module.css'

type AttributeFormProps = Omit<RemoveAttributeProps, 'onRemoving'> & {
  me: string
  mayWrite: boolean
  /** Staff who may change it, if the reader may not. */
  keepers: readonly string[]
}

/** One attribute: its names, its uses, and the actions that remove it. */
export function AttributeForm(props: AttributeFormProps) {
  const t = useTranslate()
  const { attribute, attributes, mayWrite, keepers } = props
  // While the attribute is being removed, its uses are not requested.
  const [isRemoving, setRemoving] = useState(false)
  return (
    <div className={css.open}>
      {keepers.length > 0 ? (
        <Notice kind="info">{t('attribute.sharedHelp', { names: keepers.join(', ') })}</Notice>
      ) : null}
      <Names {...props} />
      {isRemoving ? null : <Uses attribute={attribute} attributes={attributes} />}
      {mayWrite ? <RemoveAttribute {...props} onRemoving={setRemoving} /> : null}
    </div>
  )
}

const valuesOf = ({ texts, hexcode, supplier_email, parent }: Attribute) => ({
  texts,
  hexcode: hexcode ?? '',
  mail: supplier_email,
  parent: parent ?? '',
})

const groupName = (group: string, attributes: readonly Attribute[]) =>
  attributes.find(({ kind, id }) => kind === 'group' && id === group)?.name

/** Unsaved input for an attribute. */
function useAttributeDraft(
  attribute: Attribute,
  me: string,
  onChanged: AttributeFormProps['onChanged'],
) {
  const t = useTranslate()
  const draft = useDraft<AttributeValues & { parent: string }>(
    `${me}.word.${attribute.kind}.${attribute.id}`,
    valuesOf(attribute),
  )
  const action = useAction('changeAttribute', {
    done: ({ word: { name } }) => t('attribute.saved', { name }),
  })
  const { values } = draft
  async function save() {
    const saved = await action.run({
      kind: attribute.kind,
      id: attribute.id,
      version: attribute.version,
      ...(attribute.kind === 'brand'
        ? { name: values.texts['nl'] ?? '', supplier_email: values.mail }
        : { texts: values.texts }),
      ...(attribute.kind === 'value' ? { hexcode: values.hexcode } : {}),
      ...(attribute.kind === 'tag' ? { parent: values.parent } : {}),
    })
    if (!saved) return
    draft.clear()
    onChanged(saved.change)
  }
  return { draft, save, action }
}

function Names({ attribute, attributes, me, mayWrite, onChanged }: AttributeFormProps) {
  const t = useTranslate()
  const { draft, save, action } = useAttributeDraft(attribute, me, onChanged)
  const { values, type, conflict } = draft
  const stored = valuesOf(attribute)
  return (
    <Form
      title={attribute.name}
      titled={false}
      submit={t('save')}
      failure={action.failure}
      refusal={action.refusal}
      busy={action.busy}
      conflict={conflictNotice(conflict, {
        texts: [t('name'), valueText(stored.texts)],
        hexcode: [t('attribute.colour'), stored.hexcode],
        mail: [t('attribute.mail'), stored.mail],
        parent: [t('attribute.group'), groupName(stored.parent, attributes)],
      })}
      changed={draft.changed}
      onDiscard={draft.clear}
      note={t('liveAtOnce')}
      onSubmit={async () => {
        if (mayWrite) await save()
      }}
    >
      <AttributeFields kind={attribute.kind} values={values} readOnly={!mayWrite} type={type} />
      {attribute.kind === 'tag' ? (
        <FormSelect
          label={t('attribute.group')}
          disabled={!mayWrite}
          value={values.parent}
          onChange={({ target }) => type({ parent: target.value })}
        >
          {attributes
            .filter(({ kind }) => kind === 'group')
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </FormSelect>
      ) : null}
    </Form>
  )
}

function Uses({ attribute, attributes }: Pick<AttributeFormProps, 'attribute' | 'attributes'>) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('attributeUses', { kind: attribute.kind, id: attribute.id }))
  const title = t('attribute.whereUsed', { name: attribute.name })
  if (!data) return null
  const { gifts, sold, inside, places, drafts } = data
  return (
    <section className={css.part} aria-label={title}>
      <h2>{title}</h2>
      <ul className={css.uses}>
        <li>
          {gifts > 0 ? (
            <BackofficeLink to={giftsHref(attribute, attributes)}>
              {t('attribute.usedPlain', { count: gifts })}
            </BackofficeLink>
          ) : (
            t('attribute.unused')
          )}
        </li>
        {sold > 0 ? <li>{t('attribute.sold', { count: sold })}</li> : null}
        {inside > 0 ? <li>{t('attribute.inside', { count: inside })}</li> : null}
        {places.map(({ channel, kind, id, name }) => (
          <li key={`${channel} ${kind} ${id}`}>
            <BackofficeLink
              to={`/backoffice/content/${kind === 'navigation' ? 'navigation' : 'tiles'}?channel=${channel}`}
            >
              {t(kind === 'navigation' ? 'attribute.inMenu' : 'attribute.onTile', {
                channel,
                name,
              })}
            </BackofficeLink>
          </li>
        ))}
        {drafts.map(({ id, name }) => (
          <li key={id}>
            <BackofficeLink to={`/backoffice/releases/${id}`}>
              {t('attribute.inDraft', { name })}
            </BackofficeLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { languageOf } from '#domain/language.ts'
import { LOCAL, stored } from '#storefront/storage/browser-storage.ts'
import { chooseLanguage } from '#storefront/i18n/chosen-language.ts'
import { ask } from '#storefront/api/shop-client.ts'

/** Sets the channel's default language, from its header, unless the holder chose one before. */
export async function applyDefaultLanguage() {
  if (stored(LOCAL.language) !== null) return
  const header = await ask('component', { path: 'headercomponents' }).catch(() => null)
  const fields = header?.response.blocks.find(({ code }) => code === 'page')?.custom_fields ?? []
  const configured = fields.find(({ key }) => key === 'default_language')?.value_string
  chooseLanguage(languageOf(configured) ?? 'nl')
}

import type { ContentPage } from '#server/modules/channels/bundle/channel-bundle.ts'
import { textProblems } from '#server/modules/content/validation/check-placeholders.ts'
import { contentFields, ContentShape } from '#server/modules/content/validation/content-schema.ts'
import { type Directory, inside, listDirectory, readText } from './bundle-files.ts'
import { type FolderProblem, problemAt } from '#server/platform/parsing/file-errors.ts'
import { pageNameProblem } from '#server/modules/content/validation/page-names.ts'
import { readYaml, validate } from '#server/platform/parsing/read-yaml.ts'
import { allLanguages, type Language } from '#domain/language.ts'

type Findings = { problems: FolderProblem[]; warnings: FolderProblem[] }

/** content/{language}/{component or page}.yaml */
export async function readContent(directory: Directory, { problems, warnings }: Findings) {
  const folder = inside(directory, 'content')
  const content = new Map<string, ContentPage>()
  const contentMentioned = new Set<string>()
  const listed = await listDirectory(folder)
  for (const name of listed?.files ?? [])
    warnings.push(problemAt({ file: inside(folder, name).below }, 'this file is not read'))
  for (const name of listed?.folders ?? []) {
    const language = languageOf(name)
    if (language === undefined) {
      const message = `'${name}' is not a language: use nl, en, de, fr or all`
      problems.push(problemAt({ file: inside(folder, name).below }, message))
      continue
    }
    for (const fileName of (await listDirectory(inside(folder, name)))?.files ?? []) {
      const file = inside(inside(folder, name), fileName)
      const path = fileName.replace(/\.yaml$/, '')
      const wrongName = pageNameProblem(fileName)
      if (wrongName) {
        problems.push(problemAt({ file: file.below }, wrongName))
        continue
      }
      contentMentioned.add(`${name}/${path}`)
      const page = await readPage(file, { problems, warnings })
      if (page) content.set(`${name}/${path}`, { path, language, fields: page })
    }
  }
  return { content, contentMentioned, hasContent: listed !== undefined }
}

function languageOf(name: string): Language | '' | undefined {
  return name === 'all' ? '' : allLanguages.find((language) => language === name)
}

async function readPage(file: Directory, { problems, warnings }: Findings) {
  const source = await readText(file, problems)
  if (source === undefined) return undefined
  const read = readYaml(file.below, source)
  problems.push(...read.problems)
  if (!read.value || read.problems.length > 0) return undefined
  const page = validate({ ...read.value, value: read.value.value ?? {} }, ContentShape)
  problems.push(...page.problems)
  if (!page.value) return undefined
  const { fields, removed } = contentFields(page.value.value)
  for (const { path, what } of removed)
    warnings.push(problemAt(page.value.place(path), `removed from the HTML: ${what.join(', ')}`))
  const component = file.below.replace(/^.*\/|\.yaml$/g, '')
  const { place } = page.value
  const wrong = textProblems(component, fields)
  for (const { path, message } of wrong) problems.push(problemAt(place(path), message))
  return wrong.length > 0 ? undefined : { value: fields, place }
}

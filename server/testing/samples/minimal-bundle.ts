import type { Files } from '#server/testing/temporary-folder.ts'

const star = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h10v10z" fill="${colour}"/></svg>\n`

/** The smallest shop that uses every feature of a channel bundle once. */
export const minimalBundle: Files = {
  '2/channel.yaml': "id: '2'\nname: Shared\n",
  '2/brands.yaml': 'acme:\n  name: Acme\n  picture: acme.svg\n',
  '2/tags.yaml':
    'home:\n  texts: { nl: Thuis }\n  tags:\n    mugs: { nl: Mokken, en: Mugs }\n    lamps: { nl: Lampen }\n',
  '2/dimensions.yaml':
    "colour:\n  texts: { nl: Kleur }\n  values:\n    red: { hexcode: '#FF0000', texts: { nl: Rood } }\n    blue: { texts: { nl: Blauw } }\n",
  '2/products/mug.yaml': [
    'brand: acme',
    'delivery: monta',
    'tags: [mugs]',
    'pictures: [mug.svg]',
    'dimensions: [colour]',
    'articles:',
    '  - sku: mug-red',
    '    values: { colour: red }',
    '  - sku: mug-blue',
    '    values: { colour: blue }',
    'cross_selling: [lamp]',
    'texts:',
    '  nl: { name: Mok, description: Om uit te drinken, search_words: [Kroes, beker voor thee] }',
    '  en: { name: Mug }',
    '',
  ].join('\n'),
  '2/products/lamp.yaml':
    'brand: acme\ndelivery: dropship\nsustainable: true\ntags: [lamps]\ntexts:\n  nl: { name: Lamp }\n',
  '2/stock.csv': 'sku,on_hand\nmug-red,10\nmug-blue,3\n',
  '2/content/nl/homepagecomponents.yaml':
    'title: Welkom\nhtml:\n  body: <p>Hallo</p>\nblocks:\n  steps:\n    items:\n      - { title: Kies }\n      - { title: Bestel }\n',
  '2/content/all/homepagecomponents.yaml':
    'numbers: { columns: 5 }\nmedia:\n  hero: { file: acme.svg, alt: Ster }\nurls: { faq: /faq }\n',
  '2/pictures/acme.svg': star('#ff0000'),
  '2/pictures/mug.svg': star('#0000ff'),
  '1014/channel.yaml':
    "id: '1014'\nname: Giftpoint\nmain_site: true\nhosts: [shop.example]\nlogo: logo.svg\ntheme_options: { active: '#77ceab' }\nsettings: { months: 24, strict: true, note: '24' }\n",
  '1014/prices.csv': 'sku,points,position\nmug-red,3,1\nmug-blue,3,2\nlamp,12,3\n',
  '1014/products/mug.yaml': 'texts:\n  nl: { name: Mok van de zaak, search_words: [] }\n',
  '1014/navigation.yaml':
    'menu:\n  - id: kitchen\n    texts: { nl: Keuken }\n    tags: [mugs, { tag: lamps, web_menu_column: 2 }]\n    items:\n      - { id: kitchen-mugs, texts: { nl: Mokken }, tags: [mugs] }\nhome:\n  categories:\n    - { code: cosy, tags: [lamps], banner: logo.svg, media: mug.svg, texts: { nl: { bannerText1: Gezellig } } }\n  brands:\n    - { brand: acme, tags: [mugs], media: acme.svg, texts: { nl: { brandBannerText: Sinds 1900 } } }\n',
  '1014/synonyms.yaml':
    'nl:\n  same:\n    - [mok, beker]\n    - [lamp, licht, bed lamp]\n  also:\n    servies: [mok]\n  sustainable: [duurzaam]\n  parts: [kan]\nen:\n  same:\n    - [mug, cup]\n',
  '1014/pictures/logo.svg': star('#00ff00'),
  '1014/vouchers.csv':
    'code,points,valid_from,valid_until,first_name,salutation,language,blocked,spent_on,batch\ngiftshop1,20,-1d,2030-12-31,Sanne,mevrouw,nl,,,Welkom\ngiftshop7,6,,,Daan,,,true,mug-red*2,\n',
}

/** A topic of demo boards and pins, with titles for both. */
export interface Topic {
  readonly name: string;
  /** The saves of its typical pin: few topics are popular, most are not. */
  readonly typicalSaves: number;
  readonly boards: readonly string[];
  readonly pins: readonly string[];
  /** What many of its pins are about, in the words that people search for. */
  readonly subjects: readonly string[];
  /** How pinners of this topic describe themselves. */
  readonly pinnerDescriptions: readonly string[];
  readonly isEnglish: boolean;
}

const makeTopic = (
  name: string,
  typicalSaves: number,
  boards: string,
  pins: string,
  subjects: string,
  pinnerDescriptions: string,
  isEnglish = true,
): Topic => ({
  name,
  typicalSaves,
  boards: boards.split('|'),
  pins: pins.split('|'),
  subjects: subjects.split('|').filter(Boolean),
  pinnerDescriptions: pinnerDescriptions.split('|'),
  isEnglish,
});

/** A topic in a language other than English. */
const makeForeignTopic = (name: string, typicalSaves: number, boards: string, pins: string, pinnerDescriptions: string): Topic =>
  makeTopic(name, typicalSaves, boards, pins, '', pinnerDescriptions, false);

export const topics: readonly Topic[] = [
  makeTopic(
    'Etsy shops',
    6,
    'Etsy sellers unite|Best of Etsy finds|Etsy handmade group board|Promote your Etsy shop|Etsy gift ideas',
    'Etsy shop makeover checklist|Etsy listing photos that sell|Handmade earrings on Etsy|Etsy SEO for beginners',
    'etsy shop|etsy listing photos|handmade gifts|craft fair booth|product packaging|handmade earrings',
    'Etsy seller and maker|Handmade shop on Etsy',
  ),
  makeTopic(
    'Pinterest marketing',
    10,
    'Pinterest marketing tips|Pinterest marketing for bloggers|Share your pins: Pinterest marketing group|Pinterest marketing strategy|Grow with Pinterest marketing',
    'Pinterest marketing plan for a month|Write pin titles that get clicks|Group boards explained|Pinterest marketing mistakes',
    'pinterest marketing|pin titles|group boards|blog traffic|content calendar|pin design',
    'Pinterest marketing coach|Marketing with pins',
  ),
  makeTopic(
    'Make money online',
    18,
    'Make money from home|Side hustles that pay|Ways to make money blogging|Passive income ideas',
    'Make money with printables|First hundred dollars online|Make money from a small blog|Budget binder pages',
    'make money online|side hustle|passive income|printable planners|small blog|budget binder',
    'I help you make money from home|Make money blogging, honestly',
  ),
  makeTopic(
    'Fashion blogging',
    25,
    'Fashion blogging group board|Outfits of the week|Fashion bloggers to follow|Capsule wardrobe',
    'Fashion blogging starter kit|Fall outfit in five pieces|How to style white pants|Photo poses for fashion blogging',
    'fashion blogging|fall outfits|capsule wardrobe|white sneakers outfit|work outfits|vacation outfits',
    'Fashion blogging since the old days|Fashion blogging and slow style',
  ),
  makeTopic(
    'Home decor',
    120,
    'Small space living|Cozy living rooms|Entryway ideas|Boho bedrooms',
    'Gallery wall in an afternoon|Paint colors for north rooms|Reading nook under the stairs|Linen cupboard order',
    'small bedroom|living room wall|entryway table|boho bedroom|reading nook|kitchen shelf',
    'Interiors on a budget|Rental friendly decor',
  ),
  makeTopic(
    'Recipes',
    160,
    'Weeknight dinners|Sheet pan suppers|Soups and stews|Baking with kids',
    'Lemon chicken in one pan|Overnight oats, six ways|Pumpkin bread without fuss|Crispy chickpea salad',
    'pumpkin bread|sheet pan dinner|overnight oats|chicken soup|chickpea salad|sourdough bread',
    'Recipes that work|Home cook and photographer',
  ),
  makeTopic(
    'DIY and crafts',
    40,
    'DIY projects|Weekend crafts|Upcycled furniture|Paper craft ideas',
    'DIY plant shelf|Macrame knots for beginners|Sea glass candle jar|Felt garland pattern',
    'plant shelf|macrame wall hanging|candle jar|felt garland|paper flowers|upcycled furniture',
    'Maker of small things|DIY for rented flats',
  ),
  makeTopic(
    'Travel',
    14,
    'Europe by train|Weekend city breaks|Packing lists|Island hopping',
    'Three days in Lisbon|Carry-on packing list|Quiet beaches of the north|Night train routes',
    'carry-on packing|lisbon itinerary|weekend city break|night train|island hopping|europe by train',
    'Slow travel by rail|Travel notes and maps',
  ),
  makeTopic(
    'Gardening',
    8,
    'Cottage gardens|Vegetable beds|Balcony gardening|Pollinator plants',
    'Raised bed plan, 4 by 8|When to sow tomatoes|Roses that forgive|Shade plants for pots',
    'balcony garden|raised bed|tomato plants|shade garden|rose garden|vegetable garden',
    'Gardener, zone 7|Allotment diary',
  ),
  makeTopic(
    'Wedding',
    30,
    'Rustic wedding|Wedding on a budget|Wedding flowers|Table settings',
    'Seating chart ideas|Dried flower bouquet|Wedding timeline|Vows without tears',
    'seating chart|rustic wedding|dried flower bouquet|wedding timeline|table setting|backyard wedding',
    'Wedding planner|Small weddings',
  ),
  makeTopic(
    'Fitness',
    4,
    'Yoga at home|Running for beginners|Strength without a gym|Healthy habits',
    'Ten minute stretch|Couch to 5k notes|Kettlebell basics|Morning yoga flow',
    'morning yoga|couch to 5k|kettlebell workout|strength training|home workout|stretching routine',
    'Trainer for busy people|Yoga teacher',
  ),
  makeTopic(
    'Classroom',
    2,
    'Classroom decor|Reading corners|Math games|Teacher resources',
    'Bulletin board for spring|Phonics games|Exit ticket ideas|Desk labels',
    'bulletin board|phonics games|reading corner|desk labels|morning meeting|exit ticket',
    'Primary teacher|Printable lessons',
  ),
  makeTopic(
    'Photography',
    1.2,
    'Photo prompts|Flat lay ideas|Light and shadow|Phone photography',
    'Window light setup|Golden hour settings|Product photos at home|Editing with curves',
    'flat lay|golden hour|product photos|phone photography|window light|photo editing',
    'Photographer of small brands|Photo teacher',
  ),
  makeTopic(
    'Hair and beauty',
    16,
    'Braids and buns|Natural skincare|Nail ideas|Curly routines',
    'Five minute braid|Rosehip oil routine|Nude nails, ten shades|Curl care without heat',
    'curly hair|french braid|nude nails|skincare routine|short hair|wedding hair',
    'Beauty notes|Hair stylist',
  ),
  makeTopic(
    'Parenting',
    2.5,
    'Toddler activities|Lunch box ideas|Family routines|Baby sleep',
    'Sensory bin in minutes|Lunch box for picky eaters|Chore chart printable|Bedtime in four steps',
    'lunch box|sensory bin|chore chart|toddler activities|bedtime routine|baby shower',
    'Mother of three|Calm family days',
  ),
  makeForeignTopic(
    'Weihnachten',
    4,
    'Weihnachten basteln|Plätzchen backen|Adventskalender Ideen|Geschenke verpacken',
    'Sterne aus Papier falten|Zimtsterne wie früher|Adventskranz in Weiß|Geschenkanhänger',
    'Bastelideen für Familien|Backen mit Liebe',
  ),
  makeForeignTopic(
    'Cuisine',
    1.5,
    'Recettes de saison|Pâtisserie française|Apéro entre amis|Cuisine végétarienne',
    'Tarte aux poires|Gratin dauphinois léger|Crêpes sans gluten|Salade niçoise',
    'Cuisine du marché|Pâtissière à la maison',
  ),
  makeForeignTopic(
    '家庭料理',
    1,
    '簡単レシピ|お弁当のアイデア|和菓子作り|季節の料理',
    '卵焼きの作り方|きのこご飯|抹茶プリン|鶏の唐揚げ',
    '毎日の料理|和菓子と器',
  ),
  makeForeignTopic(
    'Рукоделие',
    0.8,
    'Вязание спицами|Вышивка крестом|Игрушки своими руками|Уютный дом',
    'Шапка за вечер|Схема вышивки|Мягкий мишка|Плед для дивана',
    'Вяжу и вышиваю|Мастерская дома',
  ),
  makeForeignTopic(
    'อาหารไทย',
    0.6,
    'เมนูง่ายๆ|อาหารไทยทำเอง|ขนมหวาน|ครัวคุณแม่',
    'ต้มยำกุ้งน้ำใส|ผัดไทยไม่ยาก|ข้าวเหนียวมะม่วง|แกงเขียวหวาน',
    'ทำอาหารที่บ้าน|สูตรขนม',
  ),
];

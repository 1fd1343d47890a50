/**
 * The words of addresses by language. Lower case, without marks above or below letters; spaces separate them. A word
 * may have several meanings, such as «с»: «строение» after a house number, «село» before a name.
 */
const WORDS = {
  ru: {
    apartment: "кв квартира квартиры кв-ра кварт ап апт апарт апартамент апартаменты",
    room: "офис оф помещение помещ пом комната комн ком к секция павильон бокс блок-секция мм гараж",
    entrance: "подъезд подьезд под пд п п-д парадная парадное парад пар",
    floor: "этаж этажа эт э",
    intercom: "домофон домофона код интерком",
    house: "дом д № номер",
    building: "вл владение влд домовладение двлд здание зд участок уч",
    block: "корпус корп кор к",
    structure: "строение строен стр с",
    facility: "сооружение сооруж соор",
    letter: "литера литер лит",
    settlement:
      "г гор город городок п пос поселок пгт рп с село дер деревня д хутор станица снт днт тер территория",
    region: "обл область край р-н район респ республика р округ окр го рн сектор сек метро",
    filler: "адрес доставка им имени городской муниципальный внутригородская вн индекс федерация года год",
    call: "звонить звоните позвонить позвоните набрать наберите созвон звонок звонка звонки",
    comment:
      "вход въезд заезд проход двор двора дворе дворы торец торца угол углу арка арку аркой калитка ворота шлагбаум " +
      "рядом возле около напротив магазин аптека школа консьерж консьержка охрана ресепшн вахта курьер оставить " +
      "оставьте передать передайте цоколь цокольный подвал ключ спросить спросите вывеска комментарий ориентир",
    modifier:
      "со во с в из у за на через под от до один два три первый второй третий левый правый главный отдельный",
  },
  uk: {
    apartment: "квартира",
    room: "офiс офис примiщення кiмната",
    entrance: "пiд'iзд пiдiзд",
    floor: "поверх",
    house: "будинок буд",
    settlement: "мiсто селище",
    region: "область район",
    comment: "двiр вхiд",
  },
  ro: {
    apartment: "ap apart apartament apartamentul",
    room: "of oficiu oficiul birou biroul bir camera cam incapere incaperea",
    entrance: "sc scara intrarea",
    floor: "et etaj etajul",
    intercom: "interfon interfonul cod codul",
    house: "nr numarul numar casa",
    block: "bloc blocul bl",
    structure: "str constructia",
    letter: "lit litera liter",
    settlement: "mun municipiul or oras orasul sat satul com comuna loc localitatea",
    region: "jud judet judetul raion raionul r-n r republica sector sectorul sect sec",
    filler: "adresa livrare cod postal",
    call: "sunati suna telefonati",
    comment: "curte curtea curtii langa vizavi magazin farmacie poarta lasati bariera",
    modifier: "din in la prin cu",
  },
  en: {
    apartment: "apartment apt flat",
    room: "office suite ste unit room rm shop",
    entrance: "entrance entr",
    floor: "floor fl",
    intercom: "intercom code buzzer",
    house: "house no num number",
    building: "vl vladenie bld bldg building",
    block: "korpus korp corpus corp block blok bl k",
    structure: "stroenie stroyeniye str",
    letter: "litera liter lit",
    settlement: "city town village",
    region: "region district county republic",
    filler: "of the address unit",
    call: "call ring",
    comment: "behind opposite courtyard yard gate leave please reception near",
    modifier: "in at from through to twice",
  },
  de: {
    apartment: "wohnung whg top",
    room: "zimmer buro",
    entrance: "eingang stiege",
    floor: "stock stockwerk etage og",
    house: "hausnummer hausnr hnr",
    call: "klingeln",
    comment: "hinterhof hof",
  },
  pt: {
    apartment: "apartamento apto",
    room: "sala loja escritorio",
    floor: "andar piso",
    entrance: "entrada",
    comment: "portao",
  },
} as const;

export type AddressRole =
  | "apartment"
  | "room"
  | "entrance"
  | "floor"
  | "intercom"
  /** Announces a house number. */
  | "house"
  /** Announces a house number and is a part of it, such as «вл2». */
  | "building"
  | "block"
  | "structure"
  | "facility"
  | "letter"
  /** Before or after the name of a town. */
  | "settlement"
  /** Before or after the name of a larger area, which a city's map may not have. */
  | "region"
  | "filler"
  /** Begins a note to the courier that may contain a person's name. */
  | "call"
  /** Begins a note to the courier. */
  | "comment"
  /** May be before the word that begins a note. */
  | "modifier";

const ROLES = new Map<string, Set<AddressRole>>();
for (const language of Object.values(WORDS)) {
  for (const [role, words] of Object.entries(language)) {
    for (const word of words.split(" ")) {
      const roles = ROLES.get(plainWord(word)) ?? new Set();
      ROLES.set(plainWord(word), roles.add(role as AddressRole));
    }
  }
}

/** Lower case without diacritics: «Подъезд», `Șcara` and `scara` become equal to the words of the table. */
export function plainWord(word: string): string {
  return word
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("і", "i")
    .replaceAll(/[’ʼ`]/g, "'");
}

const NONE: ReadonlySet<AddressRole> = new Set();

/** The meanings of a word in an address; empty for a name. `word` is spelled as `plainWord` returns it. */
export const findRoles = (word: string): ReadonlySet<AddressRole> => ROLES.get(word) ?? NONE;

/** The words with any of these meanings. */
export const listWords = (...roles: readonly AddressRole[]): string[] =>
  [...ROLES].flatMap(([word, own]) => (roles.some((role) => own.has(role)) ? [word] : []));

export const STREET_KINDS = {
  street:
    "улица ул у-ца вулиця вул вулица вуліца street str st strada stradă strasse straße straat rua rue calle ulica utca gatan gade",
  avenue:
    "проспект пр-т пр-кт прт просп пр пр-кт avenue ave av avenida aveniu prospekt prospect prospectul aleja",
  boulevard:
    "бульвар бул б-р бр бульв boulevard blvd boul bd bul bvd bulevard bulevardul b-dul bdul b-d bulv",
  lane: "переулок пер пер-к провулок пров завулак lane ln stradela stradelă str-la strdla gasse gässle travessa trav pereulok",
  embankment: "набережная наб наб-я набережна embankment emb quai kai splai splaiul naberezhnaya",
  square: "площадь пл пл-дь площа square sq piata piața p-ta p-ța platz plaza praça largo pl plac ploshchad",
  highway: "шоссе ш шос шосе highway hwy sosea soseaua șoseaua sos chaussee shosse",
  passage: "проезд пр-д проїзд passage drive pasaj pasajul proezd",
  alley: "аллея ал алея alley alee aleea al allee alleya",
  deadend: "тупик туп fundatura fundătura fund-ra tupik",
  line: "линия лин лінія line linia",
  road: "дорога дор тракт road rd drum drumul calea cale estrada",
  estate: "микрорайон мкр мкрн мікрорайон квартал кв-л cartier cartierul",
} as const;

export type StreetKind = keyof typeof STREET_KINDS;

const KIND_WORDS = new Set(Object.values(STREET_KINDS).flatMap((words) => words.split(" ").map(plainWord)));

/** Whether this is the type of a street. `word` is spelled as `plainWord` returns it. */
export const isStreetKind = (word: string): boolean => KIND_WORDS.has(word);

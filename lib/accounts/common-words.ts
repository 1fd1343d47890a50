export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `
aaron abc abcd abcde abcdef abcdefg abcdefgh abcdefghij abigail abracadabra access acdc adam admin administrator
administrators ajax aleksandr aleksey alex alexander alexey alexis alice alina allow always amanda amazon amber
america american amy anastasia anastasiya andrea andrei andrew andrey android angel angela angels ann anna anthony
anton anya anything apple aprel april army arsenal artem arthur asdfg asdqwe asdzxc ashley audi august austin
australia autumn avengers avgust azerty azertyuiop babe babushka baby babyboy babygirl bacon bailey banana bank
barbara barca barcelona baseball basketball batman bayern bear bears beatles beautiful beckham beer belarus believe
bella benjamin bestfriend betty beverly beyonce bigboss billion billy birthday black blink blue blueberry bmw boss
boston boxing boy boys brandon brasil brazil brenda brian britain britney brittany broncos brother brown bruce bryan
buddy bugatti buhgalter bulls bunny burger business buster butter butterfly cadillac cake california camaro canada
candy carl carol carolyn cash cat catherine cats celtics champion change changeme charles charlie charlotte cheese
cheetah chelsea cherry cheryl chevrolet chevy chicago chicken child children china chloe chocolate chris christian
christina christine christmas christopher city cobra cocacola coco coconut cody coffee coke college company computer
contrasena cookie cookies cooper correct corvette cosmos cougar courier cow cowboys credit cricket crystal cska
cupcake cute cutie cynthia dad daddy daisy dallas daniel danielle daria darling darya dasha david deborah debra
december dedushka default dekabr delivery denis denise dennis denver desktop deutschland diamond diana diane dima
dinamo director discord dmitriy dmitry docha doctor dodge dodgers dog doggy dogs dollar dollars dolphin dolphins
donald donna doris dorothy dortmund dostavka dostup douglas dragon dragonball dragons drakon dream dreamer dreams
dropline drums druzhba druzya ducati duck ducks duke dylan dynamo eagle eagles earth easter edcrfv edward egor
ekaterina ekz elena elizabeth elvis email emerald emily eminem emma england enter entry eric espana eugene euro
evelyn ever everton everybody everything evgeny facebook fairy faith falcon falcons family fanta father february
ferrari fevral firma florida flower flowers football ford forever fortnite france frances frank freedom friday
friend friends friendship frodo fuckyou futbol galaxy galina game gamer games gandalf gangsta gangster garfield gary
george germany giants ginger girl girls gloria gmail goku gold golden golf goodbye goodluck google gorgeous gost
grace grape gray green gregory grey griffin guest guitar hacker halloween halo handsome hannah happiness happy
harley harleydavidson harold harry harrypotter hawk hawks heather heaven helen hello hellokitty henry hermione hero
hey hiphop hobbit hockey hocuspocus hogwarts hokkej holiday homer honda honey hope horse horses hotmail hottie
houston hunter icecream igor iloveyou ilya incorrect india instagram inter internet iphone ira irina ironman
isabella itachi italia italy ivan jack jacob jacqueline jaguar jake james jane janet janice january japan jason jean
jeep jeffrey jennifer jeremy jerry jesse jessica jktuf joan john johnny jonathan jordan jose joseph joshua joy joyce
judith judy julia julie july june justin juventus kakdela karen katherine kathleen kathryn katya kawasaki kayla
kazakhstan kazan keith kelly kevin keykey keys kiev killer kimberly king kingdom kirill kiska kiss kisses kitten
kitty kittycat knight koala kobe koshka kotenok kotik krasota kristina ksenia ksusha kurier kyle lada lady lakers
lamborghini laptop larry lastochka laura lauren lawrence lebron legend legolas lemon lena leningrad leopard lera
letmein leto lev liberty lily linda linkinpark linux lion lions lisa liverpool ljubov lkjhgfdsa locked login logon
lokomotiv lokomotive lola london lori louis love lovely loveme lover loveyou lubov luck lucky lucy lyuba lyubov
lyudmila madison madonna madrid magazin maggie magic mail mailru maj maksim mama mamapapa man manager manchester
mango manutd maradona march margaret maria marie marilyn marina marine marines mario mark market mart martha marvel
mary maserati masha master matrix matthew max maxim maxwell may mazda mechta medved megan melissa melon men mercedes
mermaid messi metallica mexico miami michael michelle microsoft midnight mihail milan million millions minecraft
minsk misha mister mnbvcxz molly mom mommy monday money monkey monkeys moon moonlight morning moscow moskva moskvich
motdepasse mother music mustang nachalnik nadezhda nancy naruto nastya natalie natasha nathan navsegda navy never
newyork neymar nicholas nick nicole night nikita nikogda nikto ninja nintendo nirvana nissan nobody nothing november
novosibirsk noyabr october odessa office ofis okay oktyabr oleg olga oliver olivia omsk onepiece online opel open
opensesame orange orchid order orders orel oscar osen outlook packers pamela panda panther papa paradise paris parol
parola parolparol pass passw passwd password passwort patricia patrick patriots paul pavel peace peach pearl pele
penguin pepper pepsi perm peter phoenix piano pig pikachu pineapple pink pirate piter pizza planet player
playstation please poiuytrewq pokemon police polina polzovatel ponedelnik pony porsche potter pretty prince princess
private privet public puppy purple pyatnitsa qazwsxedc queen qweasd qweasdzxc qwer qwerasdf qwert qwertz rabbit
rabota rachel racing raiders rainbow ralph rambler rammstein ranger rangers raymond realmadrid rebecca red redsox
rfvtgb rich rihanna robert roblox rocknroll rockstar rocky roger rolling roman ronald ronaldo root rose rosebud
rossia rossiya roy ruby rugby russia ruth ryan safe safety sales sam samantha samara sammy samsung samuel samurai
sandra sanktpeterburg sapphire sara sarah saratov sasha sasuke saturday schastye school scooby scorpion scott sean
seattle secret secrets secure security semya senha sentyabr september sergei sergey server service sesame sexy
sexygirl shadow shakira shark sharks sharon shirley shop silver simpsons sister skate skateboard slipknot smile
smiley smokey snake sniper snoopy snowboard snowman sobaka soccer sochi soldier solnce solnishko solnyshko somebody
someone something sonic sophia sophie sorry spain sparky spartak spartan spb spider spiderman spring sprite star
stardust stars startrek starwars steam steelers stephanie stephen steven stones store strawberry student subaru
subbota sugar summer sunday sunflower sunny sunrise sunset sunshine superhero superman superstar support surfing
susan suzuki sveta svetlana svoboda sweet sweetheart sweetie swimming syn system tanya tatiana tatyana tea teacher
telegram temp temporary tennis tequila teresa terminator terry tesla test tester testing testtest texas thanks
thankyou theresa thomas thursday tiger tigers tigger tigr timothy toby today tokyo tomorrow tony toor tottenham
toyota trewq trust trustno tuesday tulip tupac turtle twitter tyler ubuntu udacha ufa ukraine unicorn united
universe university unlock usa user username valeria vera vesna vhod victoria vika viking viktoria violet viper
virginia vkontakte vlad vladimir vladislav vodka voldemort volga volk volkswagen volleyball volvo voskresenye walter
warrior warriors watermelon wednesday welcome whale whatever whatsapp whiskey white william willie windows wine
winner winter witch wizard wolf wolves woman women world wrestling wrong wsxedc xbox yahoo yamaha yana yandex
yankees yanvar yellow yes yesterday youtube ytrewq yulia yulya zachary zaika zaqwsx zaqxsw zayka zelda zenit zhenya
zhizn zidane zima zoe zvezda zxcv zxcvbn абв абвгд абвгдежз август админ администратор александр алексей алина
анастасия ангел андрей анна антон аня апельсин апрель артем артём ауди бабушка беларусь бмв борщ босс бухгалтер
бэтмен валерия ваня вера весна вика виктория вишня влад владимир владислав вова водка войти волк воскресенье
впустите временный вторник вход галина гарри герой гость гэндальф дарья даша дедушка декабрь денис дима динамо
директор дмитрий дорогая дорогой доставка доступ дочка дракон друг дружба друзья дура дурак евгений егор екатерина
елена женя жизнь зайка зайчик заказ заказы зая звезда звёздочка здравствуйте зенит зима иван игорь илья ира ирина
июль июнь йфяцыч йцу йцукен йцукенг йцукенгш йцукенгшщз казань какдела катя кирилл киска клубника компания конфетка
королева король котенок котик кофе кошка красавица красота красотка кристина ксения ксюша курьер лада ласточка лев
лена ленинград лера лето леша локомотив люба любимая любимый люблю люблютебя любовь людмила лёша магазин май макс
максим малина малыш малышка мама мамапапа мамочка марина мария март матрица маша машина медведь менеджер мерседес
мечта милая милый михаил миша москва мышка навсегда надежда настя наталья наташа начальник никита никогда никто
новый ноябрь октябрь олег ольга оля орел орёл осень откройся офис павел папа папочка пароли пароль парольпароль паша
пиво питер победа полина пользователь понедельник поттер привет приветик принцесса проверка птичка пятница пёс
работа радуга роза рома роман ромашка россия рыбка самолет саша света светлана свобода сезам секрет семья сентябрь
сергей серёга собака солнце солнышко сочи спайдермен спартак спб среда суббота счастье сынок тайна танк таня татьяна
терминатор тест тестовый тигр тойота удача украина февраль фирма футбол фыв фыва фывапр фывапрол фывапролд
фывапролдж хозяин хоккей цветок цветы цска чай чемпион черепашка четверг шоколад юлия юля яна январь ятебялюблю ячс
ячсми ячсмить ячсмитьбю
`
    .trim()
    .split(/\s+/),
);

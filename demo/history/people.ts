import type { DeliveryAddress } from "../../shop/orders/orders.ts";
import type { Random } from "./random.ts";

type Region = "south" | "kerala" | "deccan" | "west" | "north" | "east" | "north-east";

/** Names that are common in each region. All are fictional; any resemblance is a coincidence. */
const names: Record<Region, { first: string[]; last: string[] }> = {
  south: {
    first: [
      "Karthik",
      "Divya",
      "Arun",
      "Priya",
      "Vignesh",
      "Keerthana",
      "Surya",
      "Nandhini",
      "Harish",
      "Swathi",
    ],
    last: ["Subramanian", "Raman", "Sundaram", "Murugan", "Natarajan", "Venkatesan", "Krishnan", "Selvam"],
  },
  kerala: {
    first: [
      "Anjali",
      "Vishnu",
      "Aparna",
      "Jithin",
      "Meenakshi",
      "Rahul",
      "Sneha",
      "Nikhil",
      "Fathima",
      "Alan",
    ],
    last: ["Nair", "Menon", "Pillai", "Varghese", "Thomas", "Kurup", "Mathew", "Rasheed"],
  },
  deccan: {
    first: ["Ananya", "Rohan", "Chaitra", "Teja", "Sahithi", "Manoj", "Bhavana", "Akhil", "Pooja", "Sandeep"],
    last: ["Reddy", "Rao", "Gowda", "Shetty", "Hegde", "Naidu", "Kulkarni", "Chowdary"],
  },
  west: {
    first: ["Aarav", "Isha", "Omkar", "Riya", "Yash", "Tanvi", "Parth", "Mrunal", "Dhruv", "Krupa"],
    last: ["Patil", "Deshmukh", "Joshi", "Shah", "Patel", "Mehta", "Desai", "Fernandes"],
  },
  north: {
    first: ["Aditya", "Simran", "Kabir", "Neha", "Arjun", "Gurleen", "Shreya", "Zoya", "Vikram", "Aisha"],
    last: ["Sharma", "Gupta", "Singh", "Verma", "Khan", "Mishra", "Kaur", "Chauhan"],
  },
  east: {
    first: [
      "Sayan",
      "Ishita",
      "Debjit",
      "Ankita",
      "Soumya",
      "Ritwik",
      "Sneha",
      "Abhishek",
      "Madhumita",
      "Rajat",
    ],
    last: ["Banerjee", "Mukherjee", "Das", "Ghosh", "Mohanty", "Sahoo", "Sinha", "Kumari"],
  },
  "north-east": {
    first: ["Bhargav", "Mridula", "Pranjal", "Banri", "Daphi", "Rituraj", "Jahnabi", "Ibanroi"],
    last: ["Bora", "Saikia", "Gogoi", "Kalita", "Marak", "Lyngdoh"],
  },
};

type Place = { region: Region; city: string; state: string; postalCode: string; area: string };
const place = (region: Region, city: string, state: string, postalCode: string, area: string): Place => ({
  region,
  city,
  state,
  postalCode,
  area,
});

/** Student neighbourhoods with their real PIN codes. */
const places: Place[] = [
  place("deccan", "Bengaluru", "Karnataka", "560034", "Koramangala 5th Block"),
  place("deccan", "Bengaluru", "Karnataka", "560012", "Malleshwaram"),
  place("deccan", "Manipal", "Karnataka", "576104", "Tiger Circle Road"),
  place("deccan", "Hyderabad", "Telangana", "500032", "Gachibowli"),
  place("deccan", "Hyderabad", "Telangana", "500007", "Tarnaka"),
  place("deccan", "Warangal", "Telangana", "506004", "Kazipet Road"),
  place("deccan", "Visakhapatnam", "Andhra Pradesh", "530003", "Waltair Uplands"),
  place("south", "Chennai", "Tamil Nadu", "600020", "Adyar"),
  place("south", "Chennai", "Tamil Nadu", "600036", "Taramani Road"),
  place("south", "Vellore", "Tamil Nadu", "632014", "Katpadi Road"),
  place("south", "Coimbatore", "Tamil Nadu", "641004", "Peelamedu"),
  place("kerala", "Kochi", "Kerala", "682022", "South Kalamassery"),
  place("kerala", "Thiruvananthapuram", "Kerala", "695011", "Medical College Road"),
  place("west", "Mumbai", "Maharashtra", "400076", "Powai"),
  place("west", "Mumbai", "Maharashtra", "400058", "Andheri West"),
  place("west", "Pune", "Maharashtra", "411038", "Kothrud"),
  place("west", "Pune", "Maharashtra", "411007", "Aundh"),
  place("west", "Nagpur", "Maharashtra", "440010", "Dharampeth"),
  place("west", "Ahmedabad", "Gujarat", "380009", "Navrangpura"),
  place("west", "Surat", "Gujarat", "395007", "Vesu"),
  place("west", "Panaji", "Goa", "403001", "Altinho"),
  place("west", "Indore", "Madhya Pradesh", "452001", "South Tukoganj"),
  place("north", "New Delhi", "Delhi", "110007", "Kamla Nagar"),
  place("north", "New Delhi", "Delhi", "110016", "Hauz Khas"),
  place("north", "New Delhi", "Delhi", "110025", "Jamia Nagar"),
  place("north", "Jaipur", "Rajasthan", "302017", "Malviya Nagar"),
  place("north", "Lucknow", "Uttar Pradesh", "226007", "Hasanganj"),
  place("north", "Varanasi", "Uttar Pradesh", "221005", "Lanka"),
  place("north", "Kanpur", "Uttar Pradesh", "208016", "Kalyanpur"),
  place("north", "Chandigarh", "Chandigarh", "160014", "Sector 14"),
  place("north", "Ludhiana", "Punjab", "141004", "Sarabha Nagar"),
  place("north", "Gurugram", "Haryana", "122002", "DLF Phase 3"),
  place("north", "Roorkee", "Uttarakhand", "247667", "Civil Lines"),
  place("east", "Kolkata", "West Bengal", "700032", "Jadavpur"),
  place("east", "Kolkata", "West Bengal", "700091", "Salt Lake Sector 5"),
  place("east", "Bhubaneswar", "Odisha", "751024", "Patia"),
  place("east", "Patna", "Bihar", "800005", "Ashok Rajpath"),
  place("north-east", "Guwahati", "Assam", "781039", "North Guwahati Road"),
  place("north-east", "Shillong", "Meghalaya", "793022", "Mawlai"),
];

export type DemoPerson = { number: number; name: string; email: string; address: DeliveryAddress };

/** A customer. In: their number; the same number always gives the same person. */
export function personOf(number: number, random: Random): DemoPerson {
  const { region, area, ...home } = random.pick(places);
  const first = random.pick(names[region].first);
  const name = `${first} ${random.pick(names[region].last)}`;
  const house = random.weighted([
    [3, `${random.whole(1, 240)}, ${area}`],
    [2, `Flat ${random.whole(1, 9)}0${random.whole(1, 6)}, ${area}`],
    [2, `Hostel ${random.whole(1, 14)}, Room ${random.whole(101, 340)}, ${area}`],
  ] as const);
  return {
    number,
    name,
    // Nobody owns an address under .test (RFC 6761). Like all customers of the history they have no password.
    email: `${name.toLowerCase().replaceAll(" ", ".")}.${number}@customers.test`,
    address: {
      name,
      // Well-formed, and visibly sequential.
      phone: `+9190000${String(number).padStart(5, "0")}`,
      line1: house,
      line2: "",
      ...home,
      country: "India",
    },
  };
}
